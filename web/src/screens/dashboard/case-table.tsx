import { statusOfGroup } from "#web/features/cases/case-list-source.ts";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { formatCount } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { GroupHeader } from "#web/ui/group-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { GroupRow, SpacerRow } from "#web/ui/virtual-table-rows.tsx";
import type { CaseListProps } from "./case-list-props.ts";
import { CaseRow } from "./case-row.tsx";
import { useCaseLines } from "./use-case-lines.ts";

const HEIGHTS = { head: 45, rows: 54, groups: 54 } as const;
const COLUMNS = 8;
const { columns } = messages.cases;

export function CaseTable({ list, isAdmin, SelectBox, jump, onOpen }: CaseListProps) {
  const { container, rows, before, after, lines } = useCaseLines<HTMLTableSectionElement>({
    list,
    jump,
    columns: 1,
    heights: HEIGHTS,
    overscan: 12,
  });

  return (
    // Fixed widths: the columns do not move while other rows come into sight.
    <Table label={messages.cases.allCases} minWidth="69rem" dense className="table-fixed">
      <TableHead>
        <tr>
          <HeadCell>{columns.case}</HeadCell>
          <HeadCell className="w-24">{columns.program}</HeadCell>
          <HeadCell className="w-54">{columns.status}</HeadCell>
          <HeadCell className="w-29">{messages.cases.checklist}</HeadCell>
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
          const line = lines.at(row.index);
          if (line?.kind === "rows") {
            const caseFile = list.shown.rows.at(line.places.start);
            return caseFile === undefined ? (
              <WaitingRow key={row.key} />
            ) : (
              <CaseRow
                key={caseFile.id}
                caseFile={caseFile}
                isAdmin={isAdmin}
                SelectBox={SelectBox}
                onOpen={onOpen}
              />
            );
          }
          if (line?.kind !== "head") return null;
          const { group } = line;
          const status = statusOfGroup(group.key, list.shown.choice);
          return (
            <GroupRow key={row.key} columns={COLUMNS}>
              <GroupHeader
                open={!jump.closed.has(group.key)}
                onOpenChange={(isOpen) => jump.setOpen(group.key, isOpen)}
                title={group.label}
                count={formatCount(group.count)}
                mark={status === null ? undefined : <StatusGlyph status={status} />}
              />
            </GroupRow>
          );
        })}
        <SpacerRow columns={COLUMNS} height={after} />
      </tbody>
    </Table>
  );
}

/** As high as the row of the case that is not there yet. */
function WaitingRow() {
  return (
    <Row aria-hidden style={{ height: HEIGHTS.rows }}>
      <Cell colSpan={COLUMNS}>
        <Skeleton className="h-4 w-64" />
      </Cell>
    </Row>
  );
}
