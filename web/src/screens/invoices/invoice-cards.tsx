import type { Invoice } from "contract/invoices";
import { InvoiceStageBadge, InvoiceStatusBadge } from "#web/features/invoices/invoice-badges.tsx";
import { formatCount, formatMoney } from "#web/format/money.ts";
import { formatShortDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { cardLook } from "#web/ui/card.tsx";
import { GroupHeader } from "#web/ui/collapsible.tsx";
import { useVirtualRows } from "#web/ui/use-virtual-rows.ts";
import { InvoiceActions, StatusSelect } from "./invoice-controls.tsx";
import { InvoiceFiles } from "./invoice-files.tsx";
import type { InvoiceLinesProps } from "./invoice-table.tsx";

const texts = messages.invoices.screen;
const CARD_HEIGHT = 260;
const HEAD_HEIGHT = 36;
const GAP = 12;

/** The same on phones: a card for each invoice. */
export function InvoiceCards({ lines, isOpen, setOpen, ...invoices }: InvoiceLinesProps) {
  const { container, rows, before, after, measureRow } = useVirtualRows({
    count: lines.length,
    keyOf: (index) => lines[index]?.key ?? index,
    estimateHeight: (index) => (lines[index]?.invoice ? CARD_HEIGHT : HEAD_HEIGHT),
    gap: GAP,
  });
  return (
    <div ref={container} style={{ paddingTop: before, paddingBottom: after }}>
      {rows.map((row, place) => {
        const line = lines[row.index];
        if (line === undefined) return null;
        return (
          <div
            key={row.key}
            ref={measureRow}
            data-index={row.index}
            style={place === 0 ? undefined : { marginTop: GAP }}
          >
            {line.invoice === null ? (
              <GroupHeader
                open={isOpen(line.group.key)}
                onOpenChange={(open) => setOpen(line.group.key, open)}
                title={line.group.label}
                count={formatCount(line.group.invoices.length)}
              />
            ) : (
              <InvoiceCard invoice={line.invoice} {...invoices} />
            )}
          </div>
        );
      })}
    </div>
  );
}

type InvoiceCardProps = Pick<InvoiceLinesProps, "isAdmin" | "onEdit" | "onRemove"> & {
  readonly invoice: Invoice;
};

function InvoiceCard({ invoice, isAdmin, onEdit, onRemove }: InvoiceCardProps) {
  return (
    <article aria-label={invoice.invoiceId} className={`${cardLook} p-4`}>
      <header className="flex min-h-8 items-center gap-2">
        <h3 className="text-base font-semibold tabular">{invoice.invoiceId}</h3>
        <InvoiceStageBadge stage={invoice.stage} />
        {isAdmin ? (
          <span className="-me-2 ms-auto">
            <InvoiceActions invoice={invoice} onEdit={onEdit} onRemove={onRemove} />
          </span>
        ) : null}
      </header>
      <p className="mt-1 line-clamp-2 text-sm wrap-anywhere">
        <bdi>{invoice.caseTitle}</bdi>
      </p>
      <p className="text-xs text-muted tabular">
        {formatShortDate(invoice.date)} · {texts.applicants(invoice.numberOfApplicants)}
      </p>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <dl className="flex gap-6">
          <Amount label={texts.columns.totalFee} isStrong>
            {formatMoney(invoice.totalFee, invoice.currency)}
          </Amount>
          <Amount label={texts.columns.usdFee}>{formatMoney(invoice.usdFee, "USD")}</Amount>
        </dl>
        {isAdmin ? (
          <StatusSelect invoice={invoice} />
        ) : (
          <InvoiceStatusBadge status={invoice.status} />
        )}
      </div>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-3 border-t border-line pt-3">
        <Files of="stage" label={texts.columns.files} invoice={invoice} isAdmin={isAdmin} />
        <Files of="other" label={texts.columns.receipts} invoice={invoice} isAdmin={isAdmin} />
        {isAdmin ? (
          <Files of="admin" label={texts.columns.adminFiles} invoice={invoice} isAdmin />
        ) : null}
      </div>
    </article>
  );
}

type AmountProps = {
  readonly label: string;
  readonly isStrong?: boolean;
  readonly children: string;
};

function Amount({ label, isStrong = false, children }: AmountProps) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className={`tabular ${isStrong ? "text-md font-semibold" : "text-sm leading-5.5"}`}>
        {children}
      </dd>
    </div>
  );
}

function Files(props: Parameters<typeof InvoiceFiles>[0]) {
  return (
    <div className="min-w-0">
      <h4 className="mb-0.5 text-xs text-muted">{props.label}</h4>
      <InvoiceFiles {...props} />
    </div>
  );
}
