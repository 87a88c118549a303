import type { InvoiceFile } from "contract/invoice-files";
import type { Invoice } from "contract/invoices";
import { InvoiceFileList } from "#web/features/invoices/invoice-file-list.tsx";
import { InvoiceFileUpload } from "#web/features/invoices/invoice-file-upload.tsx";

type InvoiceFilesProps = {
  /** The invoice's own files, its payment receipts, or those of the bureau. */
  readonly of: "stage" | "other" | "admin";
  readonly invoice: Invoice;
  readonly isAdmin: boolean;
  readonly label: string;
};

/** The files of one kind; an admin adds to them here (I:51). */
export function InvoiceFiles({ of, invoice, isAdmin, label }: InvoiceFilesProps) {
  const files = filesOf(invoice)[of];
  return (
    <>
      {files.length > 0 || !isAdmin ? <InvoiceFileList invoice={invoice} files={files} /> : null}
      {isAdmin ? (
        <InvoiceFileUpload
          invoice={invoice}
          // New invoice files belong to the invoice's own stage (D-018).
          list={of === "stage" ? invoice.stage : of}
          label={label}
        />
      ) : null}
    </>
  );
}

function filesOf(invoice: Invoice): Record<InvoiceFilesProps["of"], readonly InvoiceFile[]> {
  const { stage1Files, stage2Files, addOnFiles, postCitizenshipFiles } = invoice;
  return {
    stage: [...stage1Files, ...stage2Files, ...addOnFiles, ...postCitizenshipFiles],
    other: invoice.otherFiles,
    admin: invoice.adminFiles,
  };
}
