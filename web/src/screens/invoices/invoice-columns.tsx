import type { ReactNode } from "react";
import type { Invoice } from "contract/invoices";
import { InvoiceStageBadge, InvoiceStatusBadge } from "#web/features/invoices/invoice-badges.tsx";
import { InvoiceCard } from "#web/features/invoices/invoice-card.tsx";
import type { InvoiceColumn } from "#web/features/invoices/invoice-columns.ts";
import { InvoiceTitle } from "#web/features/invoices/invoice-title.tsx";
import { formatMoney } from "#web/format/money.ts";
import { formatShortDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { InvoiceActions, StatusSelect } from "./invoice-controls.tsx";
import { InvoiceFiles } from "./invoice-files.tsx";

const texts = messages.invoices.screen;
const headings = { ...messages.invoices.columns, ...texts.columns };

type InvoiceContents = {
  readonly isAdmin: boolean;
  readonly onEdit: (invoice: Invoice) => void;
  readonly onRemove: (invoice: Invoice) => void;
};

/** What an admin or agent reads of each invoice, as columns of the table (I:51) and as a card. */
export function invoiceContents({ isAdmin, onEdit, onRemove }: InvoiceContents) {
  const status = (invoice: Invoice) =>
    isAdmin ? <StatusSelect invoice={invoice} /> : <InvoiceStatusBadge status={invoice.status} />;
  const actions = (invoice: Invoice) =>
    isAdmin ? <InvoiceActions invoice={invoice} onEdit={onEdit} onRemove={onRemove} /> : null;
  const fileColumns = [
    fileColumn("stage", headings.files, isAdmin),
    fileColumn("other", headings.receipts, isAdmin),
    ...(isAdmin ? [fileColumn("admin", headings.adminFiles, isAdmin)] : []),
  ];
  const columns: InvoiceColumn[] = [
    {
      key: "invoiceId",
      heading: headings.invoiceId,
      cell: (invoice) => (
        <span className="flex flex-col items-start gap-1">
          <span className="font-medium whitespace-nowrap tabular">{invoice.invoiceId}</span>
          <InvoiceStageBadge stage={invoice.stage} />
        </span>
      ),
    },
    {
      key: "caseTitle",
      heading: headings.caseTitle,
      isWidest: true,
      className: "min-w-36",
      cell: (invoice) => (
        <>
          <InvoiceTitle invoice={invoice} />
          <span className="text-xs text-muted tabular">{formatShortDate(invoice.date)}</span>
        </>
      ),
    },
    {
      key: "applicants",
      heading: (
        <abbr title={texts.applicantsTitle} className="no-underline">
          {headings.applicants}
        </abbr>
      ),
      align: "end",
      className: "tabular",
      cell: (invoice) => invoice.numberOfApplicants,
    },
    {
      key: "usdFee",
      heading: headings.usdFee,
      align: "end",
      className: "whitespace-nowrap tabular",
      cell: (invoice) => formatMoney(invoice.usdFee, "USD"),
    },
    {
      key: "totalFee",
      heading: headings.totalFee,
      align: "end",
      className: "font-medium whitespace-nowrap tabular",
      cell: (invoice) => formatMoney(invoice.totalFee, invoice.currency),
    },
    { key: "status", heading: headings.status, className: "whitespace-nowrap", cell: status },
    ...fileColumns.map(({ label, cell }) => ({ key: label, heading: label, cell })),
    ...(isAdmin
      ? [
          {
            key: "actions",
            heading: headings.actions,
            align: "end" as const,
            staysInSight: true,
            className: "whitespace-nowrap",
            cell: actions,
          },
        ]
      : []),
  ];
  const card = (invoice: Invoice) => (
    <InvoiceCard
      key={invoice.id}
      invoice={invoice}
      actions={actions(invoice)}
      note={`${formatShortDate(invoice.date)} · ${texts.applicants(invoice.numberOfApplicants)}`}
      amounts={[
        { label: headings.totalFee, content: formatMoney(invoice.totalFee, invoice.currency) },
        { label: headings.usdFee, content: formatMoney(invoice.usdFee, "USD") },
      ]}
      status={status(invoice)}
      files={fileColumns.map(({ label, cell }) => ({ label, content: cell(invoice) }))}
    />
  );
  return { columns, card };
}

function fileColumn(of: "stage" | "other" | "admin", label: string, isAdmin: boolean) {
  const cell = (invoice: Invoice): ReactNode => (
    <InvoiceFiles of={of} invoice={invoice} isAdmin={isAdmin} label={label} />
  );
  return { label, cell };
}
