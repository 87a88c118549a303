import { useQuery } from "@tanstack/react-query";
import { Download, Eye, Files } from "lucide-react";
import { useState } from "react";
import { documentsApi } from "contract/documents";
import { type DocumentVersion, reviewsApi } from "contract/reviews";
import { read } from "#web/api/client.ts";
import { urlOf } from "#web/api/request.ts";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import { formatFileSize } from "#web/ui/file-size.ts";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import { viewClicks } from "#web/viewer/view-clicks.ts";
import { addressOf, saveDocument } from "./document-actions.tsx";

const texts = messages.documents.versions;

type VersionsDialogProps = {
  readonly document: { readonly id: number; readonly originalName: string };
  readonly onClose: () => void;
};

/** What stood in the place of a document before it, the newest first. */
export function VersionsDialog({ document, onClose }: VersionsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      focusesBody
      title={texts.title}
      description={
        <span className="line-clamp-2 break-words" dir="auto">
          {document.originalName}
        </span>
      }
    >
      <Versions documentId={document.id} />
    </Dialog>
  );
}

function Versions({ documentId }: { readonly documentId: number }) {
  const [viewed, setViewed] = useState<string | number | null>(null);
  const versions = useQuery(read(reviewsApi.listVersions, { params: { id: documentId } }));
  if (versions.data === undefined) return <QueryStates of={versions} texts={texts} lines={2} />;
  if (versions.data.length === 0) return <EmptyState icon={Files} title={texts.none} />;
  return (
    <>
      <ol className="divide-y divide-line rounded-lg border border-line">
        {versions.data.map((version) => (
          <VersionLine key={version.id} version={version} onView={() => setViewed(version.id)} />
        ))}
      </ol>
      <FileViewer
        files={versions.data.map((version) => ({
          key: version.id,
          name: version.originalName,
          mimeType: version.mimeType,
          url: addressOf(version),
          downloadUrl: urlOf(documentsApi.download, { params: { id: version.id } }),
        }))}
        current={viewed}
        onCurrentChange={setViewed}
      />
    </>
  );
}

type VersionLineProps = { readonly version: DocumentVersion; readonly onView: () => void };

function VersionLine({ version, onView }: VersionLineProps) {
  const { originalName: name, uploadedAt, fileSize, publicText } = version;
  return (
    <li className="flex items-start gap-3 py-2.5 ps-3 pe-1.5">
      <FileIcon name={name} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <FileName name={name} className="text-sm font-medium" />
        <p className="text-xs text-muted">
          {texts.uploaded(formatDate(uploadedAt))} · {formatFileSize(fileSize)}
        </p>
        {publicText === null ? null : (
          <p dir="auto" className="mt-1.5 text-sm whitespace-pre-line break-words">
            {publicText}
          </p>
        )}
      </div>
      <PlainIconButton
        size="sm"
        icon={Eye}
        label={messages.documents.view(name)}
        {...viewClicks(addressOf(version), onView)}
      />
      <PlainIconButton
        size="sm"
        icon={Download}
        label={messages.documents.download(name)}
        onClick={() => saveDocument(version)}
      />
    </li>
  );
}
