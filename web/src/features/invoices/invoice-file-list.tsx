import { useState } from "react";
import type { InvoiceFile } from "contract/invoice-files";
import type { Invoice } from "contract/invoices";
import { download } from "#web/api/download.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import type { ViewedFile } from "#web/viewer/viewed-file.ts";
import { downloadAddressOf, viewedInvoiceFile } from "./invoice-file-address.ts";
import { InvoiceFileLine } from "./invoice-file-line.tsx";

const texts = messages.invoices.file;

type InvoiceFileListProps = {
  readonly invoice: Pick<Invoice, "id">;
  readonly files: readonly InvoiceFile[];
  /** More than these come behind '+N more'. */
  readonly shownFiles?: number;
  /** How many characters of a name are shown. */
  readonly nameLength?: number;
  readonly onDownload?: (file: InvoiceFile) => void;
};

/** Two files and '+N more', with names cut at twelve characters (C:247). */
export function InvoiceFileList({
  invoice,
  files,
  shownFiles = 2,
  nameLength = 12,
  onDownload = (file) => save(invoice, file),
}: InvoiceFileListProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [viewed, setViewed] = useState<ViewedFile["key"] | null>(null);
  if (files.length === 0) return <p className="text-xs text-muted">{texts.none}</p>;
  const shown = isOpen ? files : files.slice(0, shownFiles);
  return (
    <>
      <ul className="flex flex-col">
        {shown.map((file) => (
          <InvoiceFileLine
            key={file.id}
            file={file}
            nameLength={nameLength}
            onView={() => setViewed(file.id)}
            onDownload={() => onDownload(file)}
          />
        ))}
      </ul>
      {files.length > shownFiles ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="relative flex h-6 reach items-center rounded-xs text-xs font-medium text-muted hover:text-ink hover:underline"
        >
          {isOpen ? texts.less : texts.more(files.length - shownFiles)}
        </button>
      ) : null}
      <FileViewer
        files={files.map((file) => viewedInvoiceFile(invoice, file))}
        current={viewed}
        onCurrentChange={setViewed}
      />
    </>
  );
}

function save(invoice: Pick<Invoice, "id">, file: InvoiceFile): void {
  void download(downloadAddressOf(invoice, file), file.original_name).catch(
    failureToast(texts.downloadFailedTitle, texts.downloadFailed),
  );
}
