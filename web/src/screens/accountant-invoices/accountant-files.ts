import type { InvoiceFile } from "contract/invoice-files";
import type { Invoice } from "contract/invoices";

/** All file groups of an invoice together, but never the bureau's own, not even for admins (D-150). */
export function filesForAccountant(invoice: Invoice): InvoiceFile[] {
  const { stage1Files, stage2Files, addOnFiles, postCitizenshipFiles, otherFiles } = invoice;
  return [...stage1Files, ...stage2Files, ...addOnFiles, ...postCitizenshipFiles, ...otherFiles];
}
