import type { Invoice } from "contract/invoices";
import { titleDirection } from "#web/ui/title-direction.ts";

/** The title of its case as the invoice keeps it: two lines at most. */
export function InvoiceTitle({ invoice }: { readonly invoice: Invoice }) {
  return (
    <span className="line-clamp-2 wrap-anywhere" title={invoice.caseTitle}>
      <span dir={titleDirection(invoice.caseTitle)}>{invoice.caseTitle}</span>
    </span>
  );
}
