import type { Invoice } from "contract/invoices";
import { AccountantFileList } from "#web/features/invoices/accountant-file-list.tsx";
import { InvoiceStageBadge, InvoiceStatusBadge } from "#web/features/invoices/invoice-badges.tsx";
import { formatMoney } from "#web/format/money.ts";
import { formatDate } from "#web/format/time.ts";
import { cardLook } from "#web/ui/card.tsx";
import { filesForAccountant } from "./accountant-files.ts";

export function AccountantCard({ invoice }: { readonly invoice: Invoice }) {
  return (
    <article
      aria-label={invoice.invoiceId}
      className={`${cardLook} flex h-full flex-col gap-3 p-4`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-base font-semibold tabular">{invoice.invoiceId}</h3>
        <InvoiceStageBadge stage={invoice.stage} />
        <span className="ms-auto text-xs text-muted">{formatDate(invoice.createdAt)}</span>
      </div>
      <p className="truncate text-sm" title={invoice.caseTitle} dir="auto">
        {invoice.caseTitle}
      </p>
      <div className="flex items-center justify-between gap-3">
        <span className="text-md font-semibold tabular">
          {formatMoney(invoice.totalFee, invoice.currency)}
        </span>
        <InvoiceStatusBadge status={invoice.status} />
      </div>
      <div className="border-t border-line pt-2">
        <AccountantFileList invoice={invoice} files={filesForAccountant(invoice)} />
      </div>
    </article>
  );
}
