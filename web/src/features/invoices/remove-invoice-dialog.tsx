import type { Invoice } from "contract/invoices";
import { messages } from "#web/messages/messages.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
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
    <ConfirmDialog
      open={invoice !== null}
      onOpenChange={onClose}
      title={texts.title(invoice?.invoiceId ?? "")}
      description={texts.description}
      confirmText={texts.confirm}
      pendingText={texts.pending}
      pending={remove.isPending}
      onConfirm={() => invoice && remove.mutate(invoice, { onSuccess: onClose })}
    />
  );
}
