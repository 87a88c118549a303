import type { ReactNode } from "react";
import type { Invoice } from "contract/invoices";
import { formatCount } from "#web/format/money.ts";
import { useListLines } from "#web/lists/use-list-lines.ts";
import { GroupHeader } from "#web/ui/group-header.tsx";
import { SkeletonCard } from "#web/ui/skeleton.tsx";
import { useColumns } from "#web/ui/use-columns.ts";
import type { ShownInvoices } from "./use-invoice-pages.ts";

const HEIGHTS = { head: 36, rows: 230, groups: 230 } as const;
const NARROWEST_CARD = 320;
const GAP = 12;

type InvoiceCardsProps = {
  readonly lines: ShownInvoices;
  readonly card: (invoice: Invoice) => ReactNode;
};

/** As many cards beside each other as fit; only those near the window are in the document. */
export function InvoiceCards({ lines: list, card }: InvoiceCardsProps) {
  const { shown, look, closed, setOpen } = list;
  const { box, columns } = useColumns(NARROWEST_CARD, GAP);
  const { container, rows, before, after, measureRow, lines } = useListLines({
    shown,
    look,
    closed,
    hasHeads: shown.choice.groupBy !== "none",
    areApart: true,
    columns,
    heights: HEIGHTS,
    gap: GAP,
  });
  return (
    <div ref={box}>
      <div ref={container} style={{ paddingTop: before, paddingBottom: after }}>
        {rows.map(({ index, key }, place) => {
          const line = lines.at(index);
          return (
            <div
              key={key}
              ref={measureRow}
              data-index={index}
              style={place === 0 ? undefined : { marginTop: GAP }}
            >
              {line?.kind === "head" ? (
                <GroupHeader
                  open={!closed.has(line.group.key)}
                  onOpenChange={(isOpen) => setOpen(line.group.key, isOpen)}
                  title={line.group.label}
                  count={formatCount(line.group.count)}
                />
              ) : null}
              {line?.kind === "rows" ? (
                <div
                  className="grid gap-3"
                  style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
                >
                  {placesIn(line.places).map((at) => {
                    const invoice = shown.rows.at(at);
                    return invoice === undefined ? <Waiting key={`place ${at}`} /> : card(invoice);
                  })}
                </div>
              ) : null}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function placesIn({ start, end }: { readonly start: number; readonly end: number }): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

function Waiting() {
  return (
    <div style={{ height: HEIGHTS.rows }}>
      <SkeletonCard className="h-full" />
    </div>
  );
}
