import type { Invoice } from "contract/invoices";

/** The title of its case as the invoice keeps it: two lines at most. */
export function InvoiceTitle({ invoice }: { readonly invoice: Invoice }) {
  return (
    <span className="line-clamp-2 wrap-anywhere" title={invoice.caseTitle}>
      <bdi>{invoice.caseTitle}</bdi>
    </span>
  );
}
