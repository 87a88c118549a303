import { useEffect, useState } from "react";
import { documentCategoryLabel } from "contract/document-categories";
import type { Import, ImportRow } from "contract/imports";
import { importMessages } from "#web/messages/imports.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { useMedia } from "#web/ui/use-media.ts";
import { useVirtualRows } from "#web/ui/use-virtual-rows.ts";
import { SpacerRow } from "#web/ui/virtual-table-rows.tsx";
import { isProblem } from "./import-texts.ts";
import { useImportRows } from "./imports.queries.ts";
import { PlaceScanDialog } from "./place-scan-dialog.tsx";

const texts = importMessages.rows;
/** Beside the sidebar of a tablet places and problems would stand out of sight. */
const NARROW = "screen and (max-width: 1023.98px)";
const ROW_HEIGHT = 54;
const CARD_HEIGHT = 120;
/** Before the end of what is here the next rows are asked for. */
const AHEAD = 40;

type RowsTableProps = { readonly shown: Import; readonly onlyProblems: boolean };

export function RowsTable({ shown, onlyProblems }: RowsTableProps) {
  const { id, kind, state } = shown;
  const found = useImportRows(id, onlyProblems);
  const [placed, place] = useState<ImportRow | null>(null);
  const isNarrow = useMedia(NARROW);
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? [];
  if (found.isPending) return <SkeletonRows count={6} />;
  if (found.isError)
    return (
      <ErrorState
        message={importMessages.rowsFailed}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  const List = isNarrow ? RowCards : RowTable;
  const fetchMore =
    found.hasNextPage && !found.isFetchingNextPage ? () => void found.fetchNextPage() : null;
  return (
    <>
      <List
        rows={rows}
        isOfScans={kind === "scans"}
        onPlace={kind === "scans" && state === "checked" ? place : null}
        onEnd={fetchMore}
      />
      {placed ? (
        <PlaceScanDialog
          key={placed.number}
          importId={id}
          row={placed}
          onClose={() => place(null)}
        />
      ) : null}
    </>
  );
}

type ListProps = {
  readonly rows: readonly ImportRow[];
  readonly isOfScans: boolean;
  readonly onPlace: ((row: ImportRow) => void) | null;
  readonly onEnd: (() => void) | null;
};

const keyOf = ({ sheet, number }: ImportRow) => `${sheet} ${number}`;

function useRows<Container extends HTMLElement>({ rows, onEnd }: ListProps, height: number) {
  const virtual = useVirtualRows<Container>({
    count: rows.length,
    estimateHeight: () => height,
    keyOf: (index) => {
      const row = rows[index];
      return row ? keyOf(row) : index;
    },
  });
  const last = virtual.rows.at(-1)?.index ?? 0;
  const isNearEnd = last >= rows.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd]);
  const shown = virtual.rows.flatMap(({ index }) => {
    const row = rows[index];
    return row ? [{ row, index }] : [];
  });
  const { container, measureRow, before, after } = virtual;
  return { container, measureRow, before, after, shown };
}

function RowTable(props: ListProps) {
  const { isOfScans, onPlace } = props;
  const { container, measureRow, before, after, shown } = useRows<HTMLTableSectionElement>(
    props,
    ROW_HEIGHT,
  );
  const { columns } = texts;
  const width = 4 + (isOfScans ? 1 : 0) + (onPlace ? 1 : 0);
  return (
    <Table label={texts.title} minWidth="48rem">
      <TableHead>
        <tr>
          <HeadCell>{columns.row}</HeadCell>
          <HeadCell>{columns.name}</HeadCell>
          {isOfScans ? <HeadCell>{columns.place}</HeadCell> : null}
          <HeadCell>{columns.state}</HeadCell>
          <HeadCell>{columns.problems}</HeadCell>
          {onPlace ? <HeadCell staysInSight aria-label={texts.change} /> : null}
        </tr>
      </TableHead>
      <tbody ref={container}>
        <SpacerRow columns={width} height={before} />
        {shown.map(({ row, index }) => (
          <Row key={keyOf(row)} ref={measureRow} data-index={index}>
            <Cell className="tabular whitespace-nowrap">
              {row.number}
              <p className="text-xs text-muted">{texts.sheets[row.sheet]}</p>
            </Cell>
            <Cell className="break-words" dir="auto">
              {row.name ?? "–"}
            </Cell>
            {isOfScans ? (
              <Cell>
                <Place row={row} />
              </Cell>
            ) : null}
            <Cell className="whitespace-nowrap">
              <RowState row={row} />
            </Cell>
            <Cell>
              <Problems row={row} />
            </Cell>
            {onPlace ? (
              <Cell staysInSight align="end">
                <ChangeButton row={row} onPlace={onPlace} />
              </Cell>
            ) : null}
          </Row>
        ))}
        <SpacerRow columns={width} height={after} />
      </tbody>
    </Table>
  );
}

function RowCards(props: ListProps) {
  const { isOfScans, onPlace } = props;
  const { container, measureRow, before, after, shown } = useRows<HTMLUListElement>(
    props,
    CARD_HEIGHT,
  );
  return (
    <ul
      ref={container}
      aria-label={texts.title}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {shown.map(({ row, index }) => (
        <li key={keyOf(row)} ref={measureRow} data-index={index} className="pb-3">
          <div className={`${cardLook} flex flex-col items-start gap-2 p-4`}>
            <p className="text-xs text-muted tabular">
              {texts.sheets[row.sheet]} · {texts.columns.row} {row.number}
            </p>
            <p className="w-full font-medium break-words" dir="auto">
              {row.name ?? "–"}
            </p>
            <RowState row={row} />
            {isOfScans ? <Place row={row} /> : null}
            <Problems row={row} />
            {onPlace ? <ChangeButton row={row} onPlace={onPlace} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

function RowState({ row: { state } }: { readonly row: ImportRow }) {
  const isBad = isProblem(state);
  return (
    <span className={isBad ? "font-medium text-danger" : "text-muted"}>
      {importMessages.rowStates[state]}
    </span>
  );
}

/** The cell in question is marked by its head. */
function Problems({ row: { problems } }: { readonly row: ImportRow }) {
  if (problems.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {problems.map(({ column, text, level }) => (
        <li key={`${column} ${text}`} className="break-words" dir="auto">
          {column === null ? null : (
            <mark className="me-2 rounded-xs bg-sunken px-1.5 font-medium text-ink">{column}</mark>
          )}
          <span className={level === "problem" ? "text-danger" : "text-muted"}>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function Place({ row }: { readonly row: ImportRow }) {
  if (!row.case) return <span className="text-muted">–</span>;
  return (
    <div className="min-w-0">
      <p>{row.case.caseId}</p>
      <p className="text-xs text-muted">
        {row.category === null ? null : documentCategoryLabel(row.category)}
        {row.person === null ? null : ` · ${row.person}`}
      </p>
    </div>
  );
}

type ChangeButtonProps = { readonly row: ImportRow; readonly onPlace: (row: ImportRow) => void };

function ChangeButton({ row, onPlace }: ChangeButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={texts.changeOf(row.name ?? String(row.number))}
      onClick={() => onPlace(row)}
    >
      {texts.change}
    </Button>
  );
}
