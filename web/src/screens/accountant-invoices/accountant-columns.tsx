import type { Invoice } from "contract/invoices";
import { AccountantFileList } from "#web/features/invoices/accountant-file-list.tsx";
import { InvoiceStageBadge, InvoiceStatusBadge } from "#web/features/invoices/invoice-badges.tsx";
import { InvoiceCard } from "#web/features/invoices/invoice-card.tsx";
import type { InvoiceColumn } from "#web/features/invoices/invoice-columns.ts";
import { InvoiceTitle } from "#web/features/invoices/invoice-title.tsx";
import { formatMoney } from "#web/format/money.ts";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";

const headings = messages.invoices.columns;

/** What an accountant reads of each invoice, as columns of the table (I:83) and as a card. */
export const accountantColumns: InvoiceColumn[] = [
  {
    key: "invoiceId",
    heading: headings.invoiceId,
    className: "font-medium whitespace-nowrap tabular",
    cell: (invoice) => invoice.invoiceId,
  },
  {
    key: "date",
    heading: headings.date,
    className: "whitespace-nowrap text-muted",
    cell: (invoice) => formatDate(invoice.createdAt),
  },
  {
    key: "caseTitle",
    heading: headings.caseTitle,
    isWidest: true,
    className: "min-w-44",
    cell: (invoice) => <InvoiceTitle invoice={invoice} />,
  },
  {
    key: "totalFee",
    heading: headings.totalFee,
    align: "end",
    cell: (invoice) => (
      <span className="flex flex-col items-end gap-1">
        <span className="font-medium whitespace-nowrap tabular">
          {formatMoney(invoice.totalFee, invoice.currency)}
        </span>
        <InvoiceStageBadge stage={invoice.stage} />
      </span>
    ),
  },
  {
    key: "status",
    heading: headings.status,
    cell: (invoice) => <InvoiceStatusBadge status={invoice.status} />,
  },
  {
    key: "files",
    heading: headings.files,
    cell: (invoice) => <AccountantFileList invoice={invoice} />,
  },
];

export function accountantCard(invoice: Invoice) {
  return (
    <InvoiceCard
      key={invoice.id}
      invoice={invoice}
      note={formatDate(invoice.createdAt)}
      amounts={[
        { label: headings.totalFee, content: formatMoney(invoice.totalFee, invoice.currency) },
      ]}
      status={<InvoiceStatusBadge status={invoice.status} />}
      files={[{ label: headings.files, content: <AccountantFileList invoice={invoice} /> }]}
    />
  );
}
