import { useMemo } from "react";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { formatCount } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { GroupHeader } from "#web/ui/group-header.tsx";
import { HeadCell, Table, TableHead } from "#web/ui/table.tsx";
import { useVirtualRows } from "#web/ui/use-virtual-rows.ts";
import { GroupRow, SpacerRow } from "#web/ui/virtual-table-rows.tsx";
import { linesOf } from "./case-lines.ts";
import type { CaseListProps } from "./case-list-props.ts";
import { CaseRow } from "./case-row.tsx";
import { useArrival } from "./use-arrival.ts";

const ROW_HEIGHT = 54;
const HEAD_HEIGHT = 45;
const COLUMNS = 7;
const { columns } = messages.cases;

export function CaseTable({ list, isAdmin, jump, onOpen }: CaseListProps) {
  const hasHeads = list.groupBy !== "none";
  const lines = useMemo(
    () => linesOf(list.groups, { closed: jump.closed, columns: 1, hasHeads }),
    [list.groups, jump.closed, hasHeads],
  );
  const { container, rows, before, after, scrollToRow } = useVirtualRows<HTMLTableSectionElement>({
    count: lines.length,
    keyOf: (index) => lines[index]?.key ?? index,
    estimateHeight: (index) => (lines[index]?.kind === "head" ? HEAD_HEIGHT : ROW_HEIGHT),
    overscan: 12,
  });
  useArrival({ jump, lines, scrollToRow });

  return (
    // Fixed widths: the columns do not move while other rows come into sight.
    <Table label={messages.cases.allCases} minWidth="62rem" dense className="table-fixed">
      <TableHead>
        <tr>
          <HeadCell>{columns.case}</HeadCell>
          <HeadCell className="w-24">{columns.program}</HeadCell>
          <HeadCell className="w-54">{columns.status}</HeadCell>
          <HeadCell align="end" className="w-21">
            {columns.applicants}
          </HeadCell>
          <HeadCell className="w-32">{columns.assignedUsers}</HeadCell>
          <HeadCell className="w-25">{columns.lastUpdated}</HeadCell>
          <HeadCell align="end" staysInSight className="w-39">
            {columns.actions}
          </HeadCell>
        </tr>
      </TableHead>
      <tbody ref={container}>
        <SpacerRow columns={COLUMNS} height={before} />
        {rows.map((row) => {
          const line = lines[row.index];
          if (line === undefined) return null;
          const [caseFile] = line.kind === "cases" ? line.cases : [];
          if (caseFile)
            return <CaseRow key={row.key} caseFile={caseFile} isAdmin={isAdmin} onOpen={onOpen} />;
          if (line.kind !== "head") return null;
          return (
            <GroupRow key={row.key} columns={COLUMNS}>
              <GroupHeader
                open={!jump.closed.has(line.group.key)}
                onOpenChange={(isOpen) => jump.setOpen(line.group.key, isOpen)}
                title={line.group.label}
                count={formatCount(line.group.cases.length)}
                mark={
                  line.group.status === null ? undefined : (
                    <StatusGlyph status={line.group.status} />
                  )
                }
              />
            </GroupRow>
          );
        })}
        <SpacerRow columns={COLUMNS} height={after} />
      </tbody>
    </Table>
  );
}
