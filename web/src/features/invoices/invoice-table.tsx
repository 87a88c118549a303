import { formatCount } from "#web/format/money.ts";
import { GroupHeader } from "#web/ui/group-header.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { useVirtualRows } from "#web/ui/use-virtual-rows.ts";
import { GroupRow, SpacerRow } from "#web/ui/virtual-table-rows.tsx";
import type { InvoiceColumn } from "./invoice-columns.ts";
import type { InvoiceLines } from "./use-group-lines.ts";

const ROW_HEIGHT = 76;
const HEAD_HEIGHT = 45;
/** A table of more columns than this has narrower cells. */
const ROOMY_COLUMNS = 6;

type InvoiceTableProps = InvoiceLines & {
  readonly label: string;
  readonly columns: readonly InvoiceColumn[];
};

/** One table under all groups' heads; only the rows near the window are in the document. */
export function InvoiceTable({ label, columns, lines, isOpen, setOpen }: InvoiceTableProps) {
  const { container, rows, before, after, measureRow } = useVirtualRows<HTMLTableSectionElement>({
    count: lines.length,
    keyOf: (index) => lines[index]?.key ?? index,
    estimateHeight: (index) => (lines[index]?.invoice ? ROW_HEIGHT : HEAD_HEIGHT),
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
          const line = lines[index];
          if (line === undefined) return null;
          const { group, invoice } = line;
          if (invoice === null) {
            return (
              <GroupRow key={key} ref={measureRow} data-index={index} columns={columns.length}>
                <GroupHeader
                  open={isOpen(group.key)}
                  onOpenChange={(open) => setOpen(group.key, open)}
                  title={group.label}
                  count={formatCount(group.invoices.length)}
                />
              </GroupRow>
            );
          }
          return (
            <Row key={key} ref={measureRow} data-index={index}>
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
