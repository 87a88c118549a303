/** What stands in the rows of an import: people's names and birth dates, so that only this installation reads them. */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
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

export async function loadRows(
  executor: Executor,
  importId: number,
  sheet: ImportSheet,
): Promise<(TableRow & { state: (typeof importRowStates)[number] })[]> {
  const rows = await executor
    .select({ number: importRows.number, raw: importRows.raw, state: importRows.state })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), eq(importRows.sheet, sheet)))
    .orderBy(asc(importRows.number));
  return rows.map(({ number, raw, state }) => ({
    number,
    state,
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
    eq(importRows.importId, importId),
    eq(importRows.sheet, sheet),
    inArray(importRows.number, [...numbers]),
  );
