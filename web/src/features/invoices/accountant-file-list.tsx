import { useState } from "react";
import type { InvoiceFile } from "contract/invoice-files";
import { type Invoice, invoicesApi } from "contract/invoices";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { messages } from "#web/messages/messages.ts";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import type { ViewedFile } from "#web/viewer/viewed-file.ts";
import { viewedInvoiceFile } from "./invoice-file-address.ts";
import { InvoiceFileLine } from "./invoice-file-line.tsx";

const NAME_LENGTH = 20;

type AccountantFileListProps = {
  readonly invoice: Invoice;
  readonly files: readonly InvoiceFile[];
};

export function AccountantFileList({ invoice, files }: AccountantFileListProps) {
  const [viewed, setViewed] = useState<ViewedFile["key"] | null>(null);
  if (files.length === 0)
    return <span className="text-xs text-muted">{messages.invoices.ofCase.noFiles}</span>;
  return (
    <>
      <ul>
        {files.map((file) => (
          <InvoiceFileLine
            key={file.id}
            file={file}
            nameLength={NAME_LENGTH}
            onView={() => setViewed(file.id)}
            onDownload={() => void save(invoice, file)}
          />
        ))}
      </ul>
      <FileViewer
        files={files.map((file) => viewedInvoiceFile(invoice, file))}
        current={viewed}
        onCurrentChange={setViewed}
      />
    </>
  );
}

/** A failure here is only logged (I:265). */
async function save(invoice: Invoice, file: InvoiceFile): Promise<void> {
  const params = { invoiceId: invoice.invoiceId, fileName: file.original_name };
  try {
    await download(urlOf(invoicesApi.downloadFileByName, { params }), file.original_name);
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification wants it in the log and nowhere else
    console.error("Download failed", error);
  }
}
