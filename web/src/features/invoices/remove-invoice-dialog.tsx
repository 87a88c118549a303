import type { Invoice } from "contract/invoices";
import { messages } from "#web/messages/messages.ts";
import { RemovalQuestion } from "#web/ui/removal-question.tsx";
import { useRemoveInvoice } from "./invoices.queries.ts";

const texts = messages.invoices.remove;

type RemoveInvoiceDialogProps = {
  /** null closes the dialog. */
  readonly invoice: Invoice | null;
  readonly onClose: () => void;
};

export function RemoveInvoiceDialog({ invoice, onClose }: RemoveInvoiceDialogProps) {
  const remove = useRemoveInvoice();
  return (
    <RemovalQuestion
      of={invoice}
      name={({ invoiceId }) => invoiceId}
      texts={texts}
      remove={remove}
      onClose={onClose}
    />
  );
}
