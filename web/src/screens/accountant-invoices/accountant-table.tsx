import type { Ref } from "react";
import type { Invoice } from "contract/invoices";
import { AccountantFileList } from "#web/features/invoices/accountant-file-list.tsx";
import { InvoiceStageBadge, InvoiceStatusBadge } from "#web/features/invoices/invoice-badges.tsx";
import type { GroupLine } from "#web/features/invoices/use-group-lines.ts";
import { formatCount, formatMoney } from "#web/format/money.ts";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { GroupHeader } from "#web/ui/collapsible.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { useVirtualRows } from "#web/ui/use-virtual-rows.ts";
import { GroupRow, SpacerRow } from "#web/ui/virtual-table-rows.tsx";
import { filesForAccountant } from "./accountant-files.ts";

const { title, columns } = messages.invoices.accountant;
const COLUMNS = 6;
const ROW_HEIGHT = 64;
const HEAD_HEIGHT = 45;

export type AccountantLinesProps = {
  readonly lines: readonly GroupLine[];
  readonly isOpen: (group: string) => boolean;
  readonly setOpen: (group: string, isOpen: boolean) => void;
};

export function AccountantTable({ lines, isOpen, setOpen }: AccountantLinesProps) {
  const { container, rows, before, after, measureRow } = useVirtualRows<HTMLTableSectionElement>({
    count: lines.length,
    keyOf: (index) => lines[index]?.key ?? index,
    estimateHeight: (index) => (lines[index]?.invoice ? ROW_HEIGHT : HEAD_HEIGHT),
    overscan: 10,
  });
  return (
    <Table label={title} minWidth="54rem">
      <TableHead>
        <tr>
          <HeadCell>{columns.invoiceId}</HeadCell>
          <HeadCell>{columns.date}</HeadCell>
          <HeadCell className="w-full">{columns.caseTitle}</HeadCell>
          <HeadCell align="end">{columns.totalFee}</HeadCell>
          <HeadCell>{columns.status}</HeadCell>
          <HeadCell>{columns.files}</HeadCell>
        </tr>
      </TableHead>
      <tbody ref={container}>
        <SpacerRow columns={COLUMNS} height={before} />
        {rows.map((row) => {
          const line = lines[row.index];
          if (line === undefined) return null;
          if (line.invoice)
            return (
              <InvoiceLine
                key={row.key}
                ref={measureRow}
                data-index={row.index}
                invoice={line.invoice}
              />
            );
          return (
            <GroupRow key={row.key} ref={measureRow} data-index={row.index} columns={COLUMNS}>
              <GroupHeader
                open={isOpen(line.group.key)}
                onOpenChange={(open) => setOpen(line.group.key, open)}
                title={line.group.label}
                count={formatCount(line.group.invoices.length)}
              />
            </GroupRow>
          );
        })}
        <SpacerRow columns={COLUMNS} height={after} />
      </tbody>
    </Table>
  );
}

type InvoiceLineProps = {
  readonly invoice: Invoice;
  readonly ref?: Ref<HTMLTableRowElement>;
  readonly "data-index"?: number;
};

function InvoiceLine({ invoice, ...row }: InvoiceLineProps) {
  return (
    <Row {...row}>
      <Cell className="font-medium whitespace-nowrap tabular">{invoice.invoiceId}</Cell>
      <Cell className="whitespace-nowrap text-muted">{formatDate(invoice.createdAt)}</Cell>
      <Cell className="min-w-44">
        <span className="line-clamp-2 wrap-anywhere" title={invoice.caseTitle}>
          <bdi>{invoice.caseTitle}</bdi>
        </span>
      </Cell>
      <Cell align="end">
        <span className="flex flex-col items-end gap-1">
          <span className="font-medium whitespace-nowrap tabular">
            {formatMoney(invoice.totalFee, invoice.currency)}
          </span>
          <InvoiceStageBadge stage={invoice.stage} />
        </span>
      </Cell>
      <Cell>
        <InvoiceStatusBadge status={invoice.status} />
      </Cell>
      <Cell>
        <AccountantFileList invoice={invoice} files={filesForAccountant(invoice)} />
      </Cell>
    </Row>
  );
}
