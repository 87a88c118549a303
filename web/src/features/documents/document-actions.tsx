import { Download, Eye, History, Pencil, Trash2 } from "lucide-react";
import { type CaseDocument, documentsApi } from "contract/documents";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { viewClicks } from "#web/viewer/view-clicks.ts";
import type { DocumentHandlers, FurtherAction } from "./document-list-props.ts";
import { DocumentMore } from "./document-more.tsx";

const texts = messages.documents;

type DocumentActionsProps = DocumentHandlers & {
  readonly document: CaseDocument;
  readonly mayRemove: boolean;
  readonly further: readonly FurtherAction[];
};

/** Where the file itself can be looked at. */
export function addressOf({ id }: Pick<CaseDocument, "id">): string {
  return urlOf(documentsApi.view, { params: { id } });
}

export function saveDocument({
  id,
  originalName,
}: Pick<CaseDocument, "id" | "originalName">): void {
  void download(urlOf(documentsApi.download, { params: { id } }), originalName).catch(
    failureToast(texts.downloadFailedTitle, texts.downloadFailed),
  );
}

/** What can be done with a document, as a row of icons. */
export function DocumentActions({
  document,
  mayRemove,
  further,
  onView,
  onTrace,
  onVersions,
  onDates,
  onRename,
  onRemove,
}: DocumentActionsProps) {
  const { originalName } = document;
  return (
    <span className="inline-flex items-center gap-0.5">
      <IconButton
        size="sm"
        icon={Eye}
        label={texts.view(originalName)}
        tooltip={false}
        {...viewClicks(addressOf(document), () => onView(document))}
      />
      <IconButton
        size="sm"
        icon={Download}
        label={texts.download(originalName)}
        tooltip={false}
        onClick={() => saveDocument(document)}
      />
      <IconButton
        size="sm"
        icon={History}
        label={texts.trace(originalName)}
        tooltip={false}
        onClick={() => onTrace(document)}
      />
      <IconButton
        size="sm"
        icon={Pencil}
        label={texts.rename(originalName)}
        tooltip={false}
        onClick={() => onRename(document)}
      />
      {mayRemove ? (
        <IconButton
          size="sm"
          look="danger"
          icon={Trash2}
          label={texts.remove(originalName)}
          tooltip={false}
          onClick={() => onRemove(document)}
        />
      ) : null}
      <DocumentMore
        document={document}
        further={further}
        onVersions={onVersions}
        onDates={onDates}
      />
    </span>
  );
}
