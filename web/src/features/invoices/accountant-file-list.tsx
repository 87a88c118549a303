import type { InvoiceFile } from "contract/invoice-files";
import { type Invoice, invoicesApi } from "contract/invoices";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { InvoiceFileList } from "./invoice-file-list.tsx";

/** All file groups of an invoice together, but never the bureau's own, not even for admins (D-150). */
export function AccountantFileList({ invoice }: { readonly invoice: Invoice }) {
  const { stage1Files, stage2Files, addOnFiles, postCitizenshipFiles, otherFiles } = invoice;
  return (
    <InvoiceFileList
      invoice={invoice}
      files={[
        ...stage1Files,
        ...stage2Files,
        ...addOnFiles,
        ...postCitizenshipFiles,
        ...otherFiles,
      ]}
      shownFiles={Infinity}
      nameLength={20}
      onDownload={(file) => void save(invoice, file)}
    />
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
