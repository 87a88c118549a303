import { FileDown, FileInput, Plus } from "lucide-react";
import type { ListedImport } from "contract/imports";
import { fullNameOf } from "#web/format/person.ts";
import { formatDateTime } from "#web/format/time.ts";
import { importMessages as texts } from "#web/messages/imports.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { useIsPhone } from "#web/ui/use-media.ts";
import { ImportStateBadge } from "./import-state-badge.tsx";
import { countsText, nameOf } from "./import-texts.ts";
import { downloadTemplate, useImports, useOpenImport } from "./imports.queries.ts";

export function ImportList() {
  const imports = useImports();
  const open = useOpenImport();
  const isPhone = useIsPhone();
  const rows = imports.data?.pages.flatMap((page) => page.rows);
  const List = isPhone ? ImportCards : ImportTable;
  return (
    <Page>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <TemplateButton />
            <Button icon={<Icon of={Plus} />} onClick={() => open("new")}>
              {texts.begin}
            </Button>
          </>
        }
      />
      <QueryStates of={imports} texts={texts} lines={4} />
      {rows?.length === 0 ? (
        <EmptyState icon={FileInput} title={texts.empty} description={texts.emptyHint} />
      ) : null}
      {rows && rows.length > 0 ? <List rows={rows} onOpen={open} /> : null}
      {imports.hasNextPage ? (
        <div className="mt-4 text-center">
          <Button
            variant="secondary"
            pending={imports.isFetchingNextPage}
            onClick={() => void imports.fetchNextPage()}
          >
            {texts.more}
          </Button>
        </div>
      ) : null}
    </Page>
  );
}

function TemplateButton() {
  return (
    <Button
      variant="secondary"
      icon={<Icon of={FileDown} />}
      onClick={() => downloadTemplate({ format: "xlsx" })}
    >
      {texts.template}
    </Button>
  );
}

type ListProps = { readonly rows: readonly ListedImport[]; readonly onOpen: (id: number) => void };

function ImportTable({ rows, onOpen }: ListProps) {
  const { columnsOfList: columns } = texts;
  return (
    <Table label={texts.title} minWidth="52rem">
      <TableHead>
        <tr>
          <HeadCell>{columns.name}</HeadCell>
          <HeadCell>{columns.kind}</HeadCell>
          <HeadCell>{columns.state}</HeadCell>
          <HeadCell>{columns.counts}</HeadCell>
          <HeadCell>{columns.by}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell>
              <OpenButton row={row} onOpen={onOpen} />
            </Cell>
            <Cell>{texts.kinds[row.kind]}</Cell>
            <Cell>
              <ImportStateBadge row={row} />
            </Cell>
            <Cell className="tabular">{countsText(row)}</Cell>
            <Cell>
              <MadeBy row={row} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function ImportCards({ rows, onOpen }: ListProps) {
  return (
    <ul className="flex flex-col gap-3">
      {rows.map((row) => (
        <li key={row.id} className={`${cardLook} flex flex-col items-start gap-2 p-4`}>
          <p className="text-xs text-muted">{texts.kinds[row.kind]}</p>
          <OpenButton row={row} onOpen={onOpen} />
          <ImportStateBadge row={row} />
          <p className="text-sm tabular">{countsText(row)}</p>
          <div className="text-sm">
            <MadeBy row={row} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function OpenButton({ row, onOpen }: { readonly row: ListedImport } & Pick<ListProps, "onOpen">) {
  return (
    <button
      type="button"
      dir="auto"
      className="text-start font-medium break-words hover:underline"
      onClick={() => onOpen(row.id)}
    >
      {nameOf(row)}
    </button>
  );
}

function MadeBy({ row: { createdBy, createdAt } }: { readonly row: ListedImport }) {
  const name =
    createdBy &&
    fullNameOf({ firstName: createdBy.firstName ?? "", lastName: createdBy.lastName ?? "" });
  return (
    <>
      {name || texts.deletedUser}
      <p className="text-xs text-muted">{formatDateTime(createdAt)}</p>
    </>
  );
}
