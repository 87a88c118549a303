import { Download, Eye, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { type FileListName, fileLists, type InvoiceFile } from "contract/invoice-files";
import type { Invoice } from "contract/invoices";
import { download } from "#web/api/download.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import { RowActions } from "#web/ui/row-actions.tsx";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import type { ViewedFile } from "#web/viewer/viewed-file.ts";
import { downloadAddressOf, externalAddressOf, viewedInvoiceFile } from "./invoice-file-address.ts";
import { useRemoveInvoiceFile } from "./invoices.queries.ts";
import type { ListedFile } from "./listed-file.ts";
import { RenameFileDialog } from "./rename-file-dialog.tsx";

const texts = messages.invoices.edit;
const fileTexts = messages.invoices.file;
/** Post Citizenship stands before Add On here, and only here (D-181). */
const listOrder: readonly FileListName[] = [
  "Stage 1",
  "Stage 2",
  "Post Citizenship",
  "Add On",
  "other",
  "admin",
];

/** All files of an invoice with what can be done to each (I:70). */
export function UploadedFiles({ invoice }: { readonly invoice: Invoice }) {
  const [viewed, setViewed] = useState<ViewedFile["key"] | null>(null);
  const [renamed, setRenamed] = useState<ListedFile | null>(null);
  const [removed, setRemoved] = useState<ListedFile | null>(null);
  const remove = useRemoveInvoiceFile();
  const lists = listOrder
    .map((list) => ({ list, files: invoice[fileLists[list]] }))
    .filter(({ files }) => files.length > 0);
  const all = lists.flatMap(({ files }) => files);
  return (
    <section aria-label={texts.files} className="mt-6 border-t border-line pt-5">
      <h3 className="mb-3 text-sm font-semibold">{texts.files}</h3>
      {lists.length === 0 ? <p className="text-sm text-muted">{texts.noFiles}</p> : null}
      <div className="flex flex-col gap-4">
        {lists.map(({ list, files }) => (
          <div key={list}>
            <h4 className="mb-1 text-xs text-muted">{texts.lists[list]}</h4>
            <ul className="divide-y divide-line rounded-lg border border-line">
              {files.map((file) => (
                <FileLine
                  key={file.id}
                  invoice={invoice}
                  file={file}
                  onView={() => setViewed(file.id)}
                  onRename={() => setRenamed({ list, file })}
                  onRemove={() => setRemoved({ list, file })}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <FileViewer
        files={all.map((file) => viewedInvoiceFile(invoice, file))}
        current={viewed}
        onCurrentChange={setViewed}
      />
      <RenameFileDialog invoice={invoice} listed={renamed} onClose={() => setRenamed(null)} />
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={texts.removeFileTitle}
        description={texts.removeFileText(removed?.file.original_name ?? "")}
        confirmText={texts.removeConfirm}
        pendingText={texts.removing}
        pending={remove.isPending}
        onConfirm={() =>
          removed && remove.mutate({ invoice, ...removed }, { onSuccess: () => setRemoved(null) })
        }
      />
    </section>
  );
}

type FileLineProps = {
  readonly invoice: Invoice;
  readonly file: InvoiceFile;
  readonly onView: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
};

function FileLine({ invoice, file, onView, onRename, onRemove }: FileLineProps) {
  const name = file.original_name;
  const save = () =>
    void download(downloadAddressOf(invoice, file), name).catch(
      failureToast(fileTexts.downloadFailedTitle, fileTexts.downloadFailed),
    );
  return (
    <li className="flex min-h-11 items-center gap-1 ps-3 pe-1.5">
      <FileIcon name={name} />
      <FileName name={name} className="ms-1.5 flex-1 text-sm" />
      {file.uploaded_at ? (
        <span className="me-1 shrink-0 text-xs text-muted max-md:hidden">
          {formatDate(file.uploaded_at)}
        </span>
      ) : null}
      <RowActions
        name={name}
        actions={[
          { icon: Eye, label: fileTexts.view(name), onSelect: onView },
          ...(externalAddressOf(file) === null
            ? [{ icon: Download, label: fileTexts.download(name), onSelect: save }]
            : []),
          { icon: Pencil, label: texts.rename(name), onSelect: onRename },
          { icon: Trash2, label: texts.removeFile(name), isDanger: true, onSelect: onRemove },
        ]}
      />
    </li>
  );
}
