import { Download, Eye, Trash2 } from "lucide-react";
import { useState } from "react";
import { agreementsApi, type ServiceAgreement } from "contract/agreements";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { formatFileSize } from "#web/ui/file-size.ts";
import { RemovalQuestion } from "#web/ui/removal-question.tsx";
import { type RowAction, RowActions } from "#web/ui/row-actions.tsx";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import type { ViewedFile } from "#web/viewer/viewed-file.ts";
import { type CaseOfAgreements, useRemoveAgreement } from "./agreements.queries.ts";

const texts = messages.agreements;

type AgreementListProps = {
  readonly caseFile: CaseOfAgreements;
  readonly agreements: readonly ServiceAgreement[];
  readonly mayRemove: boolean;
};

export function AgreementList({ caseFile, agreements, mayRemove }: AgreementListProps) {
  const [viewed, setViewed] = useState<ViewedFile["key"] | null>(null);
  const [removed, setRemoved] = useState<ServiceAgreement | null>(null);
  const remove = useRemoveAgreement(caseFile);
  const actionsFor = (agreement: ServiceAgreement): RowAction[] => [
    {
      icon: Eye,
      label: texts.view(agreement.originalName),
      onSelect: () => setViewed(agreement.id),
    },
    ...(agreement.external_url === null
      ? [
          {
            icon: Download,
            label: texts.download(agreement.originalName),
            onSelect: () => save(agreement),
          },
        ]
      : []),
    ...(mayRemove
      ? [
          {
            icon: Trash2,
            label: texts.remove(agreement.originalName),
            isDanger: true,
            onSelect: () => setRemoved(agreement),
          },
        ]
      : []),
  ];
  return (
    <>
      <ul className="divide-y divide-line">
        {agreements.map((agreement) => (
          <li
            key={agreement.id}
            className="flex min-h-13.5 items-center gap-3 px-5 py-2 max-md:px-4"
          >
            <FileIcon name={agreement.originalName} />
            <div className="min-w-0 flex-1">
              <p
                className="line-clamp-2 w-fit text-sm font-medium break-words"
                title={agreement.originalName}
                dir="auto"
              >
                {agreement.originalName}
              </p>
              <p className="text-xs text-muted">
                {texts.uploadedOn(formatDate(agreement.uploadedAt))}
                {agreement.fileSize > 0 ? ` · ${formatFileSize(agreement.fileSize)}` : ""}
              </p>
            </div>
            <RowActions name={agreement.originalName} actions={actionsFor(agreement)} />
          </li>
        ))}
      </ul>
      <FileViewer files={agreements.map(viewedFile)} current={viewed} onCurrentChange={setViewed} />
      <RemovalQuestion
        of={removed}
        name={({ originalName }) => originalName}
        texts={texts.removeDialog}
        remove={remove}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

function viewedFile(agreement: ServiceAgreement): ViewedFile {
  const { id, originalName: name, mimeType } = agreement;
  if (agreement.external_url !== null) return { key: id, name, url: agreement.external_url };
  const params = { id };
  return {
    key: id,
    name,
    mimeType,
    url: urlOf(agreementsApi.view, { params }),
    downloadUrl: urlOf(agreementsApi.download, { params }),
  };
}

function save({ id, originalName }: ServiceAgreement): void {
  const url = urlOf(agreementsApi.download, { params: { id } });
  void download(url, originalName).catch(
    failureToast(texts.downloadFailedTitle, texts.downloadFailed),
  );
}
