import type { Invoice } from "contract/invoices";
import type { GroupLine } from "#web/features/invoices/use-group-lines.ts";
import { formatCount } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { GroupHeader } from "#web/ui/collapsible.tsx";
import { HeadCell, Table, TableHead } from "#web/ui/table.tsx";
import { useVirtualRows } from "#web/ui/use-virtual-rows.ts";
import { GroupRow, SpacerRow } from "#web/ui/virtual-table-rows.tsx";
import { InvoiceRow } from "./invoice-row.tsx";

const texts = messages.invoices.screen;
const ROW_HEIGHT = 76;
const HEAD_HEIGHT = 45;

export type InvoiceLinesProps = {
  readonly lines: readonly GroupLine[];
  readonly isOpen: (group: string) => boolean;
  readonly setOpen: (group: string, isOpen: boolean) => void;
  readonly isAdmin: boolean;
  readonly onEdit: (invoice: Invoice) => void;
  readonly onRemove: (invoice: Invoice) => void;
};

/** One table under each group's head; only the rows near the window are in the document. */
export function InvoiceTable({
  lines,
  isOpen,
  setOpen,
  isAdmin,
  onEdit,
  onRemove,
}: InvoiceLinesProps) {
  const columns = isAdmin ? 10 : 8;
  const { container, rows, before, after, measureRow } = useVirtualRows<HTMLTableSectionElement>({
    count: lines.length,
    keyOf: (index) => lines[index]?.key ?? index,
    estimateHeight: (index) => (lines[index]?.invoice ? ROW_HEIGHT : HEAD_HEIGHT),
    overscan: 8,
  });

  return (
    <Table label={texts.title} minWidth="60rem" dense className="print-wide">
      <TableHead>
        <tr>
          <HeadCell>{texts.columns.invoiceId}</HeadCell>
          <HeadCell className="w-full">{texts.columns.caseTitle}</HeadCell>
          <HeadCell align="end">
            <abbr title={texts.applicantsTitle} className="no-underline">
              {texts.columns.applicants}
            </abbr>
          </HeadCell>
          <HeadCell align="end">{texts.columns.usdFee}</HeadCell>
          <HeadCell align="end">{texts.columns.totalFee}</HeadCell>
          <HeadCell>{texts.columns.status}</HeadCell>
          <HeadCell>{texts.columns.files}</HeadCell>
          <HeadCell>{texts.columns.receipts}</HeadCell>
          {isAdmin ? <HeadCell>{texts.columns.adminFiles}</HeadCell> : null}
          {isAdmin ? (
            <HeadCell align="end" staysInSight>
              {texts.columns.actions}
            </HeadCell>
          ) : null}
        </tr>
      </TableHead>
      <tbody ref={container}>
        <SpacerRow columns={columns} height={before} />
        {rows.map((row) => {
          const line = lines[row.index];
          if (line === undefined) return null;
          if (line.invoice) {
            return (
              <InvoiceRow
                key={row.key}
                ref={measureRow}
                data-index={row.index}
                invoice={line.invoice}
                isAdmin={isAdmin}
                onEdit={onEdit}
                onRemove={onRemove}
              />
            );
          }
          return (
            <GroupRow key={row.key} ref={measureRow} data-index={row.index} columns={columns}>
              <GroupHeader
                open={isOpen(line.group.key)}
                onOpenChange={(open) => setOpen(line.group.key, open)}
                title={line.group.label}
                count={formatCount(line.group.invoices.length)}
              />
            </GroupRow>
          );
        })}
        <SpacerRow columns={columns} height={after} />
      </tbody>
    </Table>
  );
}
