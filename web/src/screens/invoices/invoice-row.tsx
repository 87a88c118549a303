import type { ReactNode, Ref } from "react";
import type { Invoice } from "contract/invoices";
import { InvoiceStageBadge, InvoiceStatusBadge } from "#web/features/invoices/invoice-badges.tsx";
import { formatMoney } from "#web/format/money.ts";
import { formatShortDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Cell, Row } from "#web/ui/table.tsx";
import { InvoiceActions, StatusSelect } from "./invoice-controls.tsx";
import { InvoiceFiles } from "./invoice-files.tsx";

const { columns } = messages.invoices.screen;

type InvoiceRowProps = {
  readonly invoice: Invoice;
  readonly isAdmin: boolean;
  readonly onEdit: (invoice: Invoice) => void;
  readonly onRemove: (invoice: Invoice) => void;
  readonly ref?: Ref<HTMLTableRowElement>;
  readonly "data-index"?: number;
};

export function InvoiceRow({ invoice, isAdmin, onEdit, onRemove, ...row }: InvoiceRowProps) {
  return (
    <Row {...row}>
      <Cell>
        <span className="flex flex-col items-start gap-1">
          <span className="font-medium whitespace-nowrap tabular">{invoice.invoiceId}</span>
          <InvoiceStageBadge stage={invoice.stage} />
        </span>
      </Cell>
      <Cell className="min-w-40">
        <span className="line-clamp-2 wrap-anywhere" title={invoice.caseTitle}>
          <bdi>{invoice.caseTitle}</bdi>
        </span>
        <span className="text-xs text-muted tabular">{formatShortDate(invoice.date)}</span>
      </Cell>
      <Cell align="end" className="tabular">
        {invoice.numberOfApplicants}
      </Cell>
      <Cell align="end" className="whitespace-nowrap tabular">
        {formatMoney(invoice.usdFee, "USD")}
      </Cell>
      <Cell align="end" className="font-medium whitespace-nowrap tabular">
        {formatMoney(invoice.totalFee, invoice.currency)}
      </Cell>
      <Cell className="whitespace-nowrap">
        {isAdmin ? (
          <StatusSelect invoice={invoice} />
        ) : (
          <InvoiceStatusBadge status={invoice.status} />
        )}
      </Cell>
      <FileCell>
        <InvoiceFiles of="stage" invoice={invoice} isAdmin={isAdmin} label={columns.files} />
      </FileCell>
      <FileCell>
        <InvoiceFiles of="other" invoice={invoice} isAdmin={isAdmin} label={columns.receipts} />
      </FileCell>
      {isAdmin ? (
        <FileCell>
          <InvoiceFiles of="admin" invoice={invoice} isAdmin label={columns.adminFiles} />
        </FileCell>
      ) : null}
      {isAdmin ? (
        <Cell align="end" staysInSight className="whitespace-nowrap">
          <InvoiceActions invoice={invoice} onEdit={onEdit} onRemove={onRemove} />
        </Cell>
      ) : null}
    </Row>
  );
}

/** As wide as its files: their names are cut at twelve characters already. */
function FileCell({ children }: { readonly children: ReactNode }) {
  return <Cell>{children}</Cell>;
}
