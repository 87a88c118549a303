import { Pencil, Trash2 } from "lucide-react";
import { type Invoice, invoiceStatuses } from "contract/invoices";
import { InvoiceStatusBadge } from "#web/features/invoices/invoice-badges.tsx";
import { useUpdateInvoiceStatus } from "#web/features/invoices/invoices.queries.ts";
import { messages } from "#web/messages/messages.ts";
import { RowActions } from "#web/ui/row-actions.tsx";
import { Select } from "#web/ui/select.tsx";

const texts = messages.invoices.screen;

/** Any status can follow any other (I:166). */
export function StatusSelect({ invoice }: { readonly invoice: Invoice }) {
  const update = useUpdateInvoiceStatus();
  return (
    <Select
      look="bare"
      label={texts.statusOf(invoice.invoiceId)}
      value={invoice.status}
      onValueChange={(status) => update.mutate({ invoice, status })}
      options={invoiceStatuses.map((status) => ({ value: status, label: status }))}
    >
      <InvoiceStatusBadge status={invoice.status} />
    </Select>
  );
}

type InvoiceActionsProps = {
  readonly invoice: Invoice;
  readonly onEdit: (invoice: Invoice) => void;
  readonly onRemove: (invoice: Invoice) => void;
};

export function InvoiceActions({ invoice, onEdit, onRemove }: InvoiceActionsProps) {
  return (
    <RowActions
      name={invoice.invoiceId}
      actions={[
        { icon: Pencil, label: texts.edit(invoice.invoiceId), onSelect: () => onEdit(invoice) },
        {
          icon: Trash2,
          label: texts.remove(invoice.invoiceId),
          isDanger: true,
          onSelect: () => onRemove(invoice),
        },
      ]}
    />
  );
}
