/** A list on its way out: its columns, how many rows it has, and these piece by piece. */
import type { Cell, ColumnKind, SheetColumn } from "#server/files/sheets/sheet.ts";

export type Listed = {
  readonly columns: readonly SheetColumn[];
  count(): Promise<number>;
  pieces(): AsyncIterable<readonly (readonly Cell[])[]>;
};

export type Column<Row> = SheetColumn & { readonly of: (row: Row) => Cell };

export function column<Row>(head: string, kind: ColumnKind, of: (row: Row) => Cell): Column<Row> {
  return { head, kind, of };
}

type Source<Row> = { count(): Promise<number>; read(): AsyncIterable<readonly Row[]> };

export function listed<Row>(columns: readonly Column<Row>[], source: Source<Row>): Listed {
  return {
    columns: columns.map(({ head, kind }) => ({ head, kind })),
    count: () => source.count(),
    async *pieces() {
      for await (const rows of source.read())
        yield rows.map((row) => columns.map(({ of }) => of(row)));
    },
  };
}
