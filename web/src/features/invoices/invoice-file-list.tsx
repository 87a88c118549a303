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
const SHOWN_FILES = 2;
const NAME_LENGTH = 12;

type InvoiceFileListProps = {
  readonly invoice: Pick<Invoice, "id">;
  readonly files: readonly InvoiceFile[];
  readonly emptyText: string;
};

/** Two files and '+N more', with names cut at twelve characters (C:247). */
export function InvoiceFileList({ invoice, files, emptyText }: InvoiceFileListProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [viewed, setViewed] = useState<ViewedFile["key"] | null>(null);
  if (files.length === 0) return <p className="text-xs text-muted">{emptyText}</p>;
  const shown = isOpen ? files : files.slice(0, SHOWN_FILES);
  return (
    <>
      <ul className="flex flex-col">
        {shown.map((file) => (
          <InvoiceFileLine
            key={file.id}
            file={file}
            nameLength={NAME_LENGTH}
            onView={() => setViewed(file.id)}
            onDownload={() => save(invoice, file)}
          />
        ))}
      </ul>
      {files.length > SHOWN_FILES ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="relative flex h-6 reach items-center rounded-xs text-xs font-medium text-muted hover:text-ink hover:underline"
        >
          {isOpen ? texts.less : texts.more(files.length - SHOWN_FILES)}
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
