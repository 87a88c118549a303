import type { ReactNode } from "react";
import type { Invoice } from "contract/invoices";
import { cardLook } from "#web/ui/card.tsx";
import { titleDirection } from "#web/ui/title-direction.ts";
import { InvoiceStageBadge } from "./invoice-badges.tsx";

type Labelled<Content> = { readonly label: string; readonly content: Content };

type InvoiceCardProps = {
  readonly invoice: Invoice;
  /** What can be done to it. */
  readonly actions?: ReactNode;
  /** Its day, and what else is said in small beneath its case's title. */
  readonly note: string;
  /** The first counts most. */
  readonly amounts: readonly Labelled<string>[];
  readonly status: ReactNode;
  readonly files: readonly Labelled<ReactNode>[];
};

/** What stands in a row of the table, for phones and whoever prefers cards. */
export function InvoiceCard({ invoice, actions, note, amounts, status, files }: InvoiceCardProps) {
  return (
    <article
      aria-label={invoice.invoiceId}
      className={`${cardLook} flex h-full flex-col p-4 print:break-inside-avoid`}
    >
      <header className="flex min-h-8 items-center gap-2">
        <h3 className="text-base font-semibold tabular">{invoice.invoiceId}</h3>
        <InvoiceStageBadge stage={invoice.stage} />
        {actions ? <span className="-me-2 ms-auto">{actions}</span> : null}
      </header>
      <p className="mt-1 line-clamp-2 text-sm wrap-anywhere" title={invoice.caseTitle}>
        <span dir={titleDirection(invoice.caseTitle)}>{invoice.caseTitle}</span>
      </p>
      <p className="text-xs text-muted tabular">{note}</p>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <dl className="flex gap-6">
          {amounts.map(({ label, content }, place) => (
            <div key={label}>
              <dt className="text-xs text-muted">{label}</dt>
              <dd
                className={`tabular ${place === 0 ? "text-md font-semibold" : "text-sm leading-5.5"}`}
              >
                {content}
              </dd>
            </div>
          ))}
        </dl>
        {status}
      </div>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-3 border-t border-line pt-3">
        {files.map(({ label, content }) => (
          <div key={label} className="min-w-0">
            <h4 className="mb-0.5 text-xs text-muted">{label}</h4>
            {content}
          </div>
        ))}
      </div>
    </article>
  );
}
