import { type ReactNode, useMemo } from "react";
import type { Invoice } from "contract/invoices";
import { formatCount } from "#web/format/money.ts";
import { GroupHeader } from "#web/ui/group-header.tsx";
import { useColumns } from "#web/ui/use-columns.ts";
import { useVirtualRows } from "#web/ui/use-virtual-rows.ts";
import type { GroupLine, InvoiceLines } from "./use-group-lines.ts";

const CARD_HEIGHT = 230;
const HEAD_HEIGHT = 36;
const NARROWEST_CARD = 320;
const GAP = 12;

type InvoiceCardsProps = InvoiceLines & { readonly card: (invoice: Invoice) => ReactNode };

/** As many cards beside each other as fit; only those near the window are in the document. */
export function InvoiceCards({ lines, isOpen, setOpen, card }: InvoiceCardsProps) {
  const { box, columns } = useColumns(NARROWEST_CARD, GAP);
  const shelves = useMemo(() => shelvesOf(lines, columns), [lines, columns]);
  const { container, rows, before, after, measureRow } = useVirtualRows({
    count: shelves.length,
    keyOf: (index) => shelves[index]?.key ?? index,
    estimateHeight: (index) => (shelves[index]?.head ? HEAD_HEIGHT : CARD_HEIGHT),
    gap: GAP,
  });
  return (
    <div ref={box}>
      <div ref={container} style={{ paddingTop: before, paddingBottom: after }}>
        {rows.map(({ index, key }, place) => {
          const shelf = shelves[index];
          if (shelf === undefined) return null;
          const { head, invoices } = shelf;
          return (
            <div
              key={key}
              ref={measureRow}
              data-index={index}
              style={place === 0 ? undefined : { marginTop: GAP }}
            >
              {head === null ? (
                <div
                  className="grid gap-3"
                  style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
                >
                  {invoices.map(card)}
                </div>
              ) : (
                <GroupHeader
                  open={isOpen(head.key)}
                  onOpenChange={(open) => setOpen(head.key, open)}
                  title={head.label}
                  count={formatCount(head.invoices.length)}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** A group's head, or the cards that stand beside each other. */
type Shelf = {
  readonly key: string;
  readonly head: GroupLine["group"] | null;
  readonly invoices: Invoice[];
};

function shelvesOf(lines: readonly GroupLine[], columns: number): Shelf[] {
  const shelves: Shelf[] = [];
  for (const { key, group, invoice } of lines) {
    const last = shelves.at(-1);
    if (invoice === null) shelves.push({ key, head: group, invoices: [] });
    else if (last?.head === null && last.invoices.length < columns) last.invoices.push(invoice);
    else shelves.push({ key, head: null, invoices: [invoice] });
  }
  return shelves;
}
