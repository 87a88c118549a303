import { formatCount } from "#web/format/money.ts";
import { useListLines } from "#web/lists/use-list-lines.ts";
import { GroupHeader } from "#web/ui/group-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { GroupRow, SpacerRow } from "#web/ui/virtual-table-rows.tsx";
import type { InvoiceColumn } from "./invoice-columns.ts";
import type { ShownInvoices } from "./use-invoice-pages.ts";

const HEIGHTS = { head: 45, rows: 76, groups: 76 } as const;
/** A table of more columns than this has narrower cells. */
const ROOMY_COLUMNS = 6;

type InvoiceTableProps = {
  readonly lines: ShownInvoices;
  readonly label: string;
  readonly columns: readonly InvoiceColumn[];
};

/** One table under all groups' heads; only the rows near the window are in the document. */
export function InvoiceTable({ lines: list, label, columns }: InvoiceTableProps) {
  const { shown, look, closed, setOpen } = list;
  const { container, rows, before, after, measureRow, lines } =
    useListLines<HTMLTableSectionElement>({
      shown,
      look,
      closed,
      hasHeads: shown.choice.groupBy !== "none",
      columns: 1,
      heights: HEIGHTS,
      overscan: 8,
    });
  const isDense = columns.length > ROOMY_COLUMNS;
  return (
    <Table
      label={label}
      minWidth={isDense ? "60rem" : "54rem"}
      dense={isDense}
      className="print-wide"
    >
      <TableHead>
        <tr>
          {columns.map(({ key, heading, align, isWidest, staysInSight }) => (
            <HeadCell
              key={key}
              align={align}
              staysInSight={staysInSight}
              className={isWidest ? "w-full" : undefined}
            >
              {heading}
            </HeadCell>
          ))}
        </tr>
      </TableHead>
      <tbody ref={container}>
        <SpacerRow columns={columns.length} height={before} />
        {rows.map(({ index, key }) => {
          const line = lines.at(index);
          if (line?.kind === "head") {
            const { group } = line;
            return (
              <GroupRow key={key} ref={measureRow} data-index={index} columns={columns.length}>
                <GroupHeader
                  open={!closed.has(group.key)}
                  onOpenChange={(isOpen) => setOpen(group.key, isOpen)}
                  title={group.label}
                  count={formatCount(group.count)}
                />
              </GroupRow>
            );
          }
          if (line?.kind !== "rows") return null;
          const invoice = shown.rows.at(line.places.start);
          if (invoice === undefined) return <WaitingRow key={key} columns={columns.length} />;
          return (
            <Row key={invoice.id} ref={measureRow} data-index={index}>
              {columns.map((column) => (
                <Cell
                  key={column.key}
                  align={column.align}
                  staysInSight={column.staysInSight}
                  className={column.className}
                >
                  {column.cell(invoice)}
                </Cell>
              ))}
            </Row>
          );
        })}
        <SpacerRow columns={columns.length} height={after} />
      </tbody>
    </Table>
  );
}

/** As high as the row of an invoice that is not there yet. */
function WaitingRow({ columns }: { readonly columns: number }) {
  return (
    <Row aria-hidden style={{ height: HEIGHTS.rows }}>
      <Cell colSpan={columns}>
        <Skeleton className="h-4 w-64" />
      </Cell>
    </Row>
  );
}
