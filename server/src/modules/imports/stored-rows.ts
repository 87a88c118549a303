/** What stands in the rows of an import: people's names and birth dates, so that only this installation reads them. */
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { ImportSheet } from "contract/import-columns";
import type { ImportCounts } from "contract/imports";
import { importRowStates } from "contract/imports";
import { seal, unseal } from "#server/core/sealed.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { imports } from "#server/database/tables/imports.ts";
import type { Table, TableRow } from "#server/files/sheets/table.ts";

const TOGETHER = 1000;
const forImports = { purpose: "import" } as const;

export function sealValue(value: unknown): Buffer {
  return Buffer.from(seal(JSON.stringify(value), forImports), "base64");
}

export function openValue<Value>(sealed: Buffer): Value {
  return JSON.parse(unseal(sealed.toString("base64"), forImports)) as Value;
}

export async function storeTable(
  tx: Transaction,
  importId: number,
  { sheet, table }: { sheet: ImportSheet; table: Table },
): Promise<void> {
  for (let at = 0; at < table.rows.length; at += TOGETHER) {
    const rows = table.rows.slice(at, at + TOGETHER);
    await tx.insert(importRows).values(
      rows.map(({ number, cells }) => ({
        importId,
        sheet,
        number,
        raw: sealValue(cells),
        state: "ready" as const,
      })),
    );
  }
}

export type StoredRow = TableRow & { readonly state: (typeof importRowStates)[number] };

/** A thousand at a time: the rows of a large file are never in memory together. */
export async function* rowsInPieces(
  executor: Executor,
  importId: number,
  sheet: ImportSheet,
): AsyncGenerator<StoredRow[]> {
  for (let last = 0; ;) {
    const rows = await openedRows(
      selectRows(executor)
        .where(and(ofSheet(importId, sheet), gt(importRows.number, last)))
        .orderBy(asc(importRows.number))
        .limit(TOGETHER),
    );
    yield rows;
    if (rows.length < TOGETHER) return;
    last = rows.at(-1)?.number ?? last;
  }
}

export function loadRows(
  executor: Executor,
  importId: number,
  { sheet, numbers }: RowsOfSheet,
): Promise<StoredRow[]> {
  return openedRows(
    selectRows(executor)
      .where(rowsOf(importId, { sheet, numbers }))
      .orderBy(asc(importRows.number)),
  );
}

const selectRows = (executor: Executor) =>
  executor
    .select({ number: importRows.number, raw: importRows.raw, state: importRows.state })
    .from(importRows);

type SealedRow = Pick<typeof importRows.$inferSelect, "number" | "raw" | "state">;

async function openedRows(rows: PromiseLike<SealedRow[]>): Promise<StoredRow[]> {
  return (await rows).map(({ raw, ...row }) => ({
    ...row,
    cells: raw === null ? [] : openValue(raw),
  }));
}

export const noCounts = (): ImportCounts =>
  Object.fromEntries(["rows", ...importRowStates].map((name) => [name, 0])) as ImportCounts;

export async function countRows(tx: Transaction, importId: number): Promise<void> {
  const counted = await tx
    .select({
      state: importRows.state,
      rows: sql<number>`count(*)::int`,
      cases: sql<number>`(count(*) filter (where ${importRows.sheet} = 'cases'))::int`,
    })
    .from(importRows)
    .where(eq(importRows.importId, importId))
    .groupBy(importRows.state);
  const counts = { ...noCounts(), cases: 0 };
  for (const { state, rows, cases } of counted) {
    counts[state] += rows;
    counts.rows += rows;
    if (state === "ready" || state === "warned") counts.cases += cases;
  }
  await tx.update(imports).set({ counts }).where(eq(imports.id, importId));
}

type RowsOfSheet = { sheet: ImportSheet; numbers: readonly number[] };
export const rowsOf = (importId: number, { sheet, numbers }: RowsOfSheet) =>
  and(
    ofSheet(importId, sheet),
    sql`${importRows.number} = any(${sql.param([...numbers])}::integer[])`,
  );

const ofSheet = (importId: number, sheet: ImportSheet) =>
  and(eq(importRows.importId, importId), eq(importRows.sheet, sheet));
