import { useMemo } from "react";
import type { Invoice } from "contract/invoices";
import type { GroupLine } from "#web/features/invoices/use-group-lines.ts";
import { formatCount } from "#web/format/money.ts";
import { GroupHeader } from "#web/ui/collapsible.tsx";
import { useColumns } from "#web/ui/use-columns.ts";
import { useVirtualRows } from "#web/ui/use-virtual-rows.ts";
import { AccountantCard } from "./accountant-card.tsx";
import type { AccountantLinesProps } from "./accountant-table.tsx";

const CARD_HEIGHT = 170;
const HEAD_HEIGHT = 36;
const NARROWEST_CARD = 300;
const GAP = 16;

/** As many cards beside each other as fit; only those near the window are in the document. */
export function AccountantCards({ lines, isOpen, setOpen }: AccountantLinesProps) {
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
        {rows.map((row, place) => {
          const shelf = shelves[row.index];
          if (shelf === undefined) return null;
          return (
            <div
              key={row.key}
              ref={measureRow}
              data-index={row.index}
              style={place === 0 ? undefined : { marginTop: GAP }}
            >
              {shelf.head === null ? (
                <div
                  className="grid gap-4"
                  style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
                >
                  {shelf.invoices.map((invoice) => (
                    <AccountantCard key={invoice.id} invoice={invoice} />
                  ))}
                </div>
              ) : (
                <GroupHeader
                  open={isOpen(shelf.head.key)}
                  onOpenChange={(open) => setOpen(shelf.head?.key ?? "", open)}
                  title={shelf.head.label}
                  count={formatCount(shelf.head.invoices.length)}
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
