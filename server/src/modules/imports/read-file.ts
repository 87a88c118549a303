/** The first step: what the file holds, as rows of the import. */
import { and, eq } from "drizzle-orm";
import { type ImportSheet, sheetOf } from "contract/import-columns";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { type ImportRecord, imports } from "#server/database/tables/imports.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { decrypt } from "#server/files/encryption.ts";
import { openStoredFile } from "#server/files/open.ts";
import { collect } from "#server/files/plain-source.ts";
import { readTables } from "#server/files/sheets/read-tables.ts";
import { type Table, unreadable } from "#server/files/sheets/table.ts";
import { getStoredFile } from "#server/files/stored.ts";
import { columnsOf, proposalFor } from "./import-columns.ts";
import { filesOf, tellAdmins } from "./import-record.ts";
import { readScans, storeScans } from "./read-scans.ts";
import { countRows, sealValue, storeTable } from "./stored-rows.ts";

const MOST_ROWS: Record<ImportSheet, number> = { cases: 20_000, people: 200_000 };
const tooMany: Record<ImportSheet, string> = {
  cases: "More than 20,000 cases.",
  people: "More than 200,000 people.",
};

type Sheets = Partial<Record<ImportSheet, Table>>;

export async function readFile(id: number): Promise<void> {
  const [row] = await runtime.database.select().from(imports).where(isReading(id));
  if (!row) return;
  const read = row.kind === "scans" ? await readScans(row) : await readSheets(row);
  await inTransaction(async (tx) => {
    const [still] = await tx.select().from(imports).where(isReading(id)).for("update");
    if (!still) return;
    if ("reason" in read)
      await tx
        .update(imports)
        .set({ state: "unreadable", reason: read.reason })
        .where(eq(imports.id, id));
    else if ("scans" in read) await storeScans(tx, id, read.scans);
    else await storeSheets(tx, id, read.sheets);
    await tellAdmins(tx);
  });
}

const isReading = (id: number) => and(eq(imports.id, id), eq(imports.state, "reading"));

async function readSheets(row: ImportRecord): Promise<{ reason: string } | { sheets: Sheets }> {
  const sheets: Sheets = {};
  for (const fileId of filesOf(row)) {
    const file = await getStoredFile(runtime.database, fileId);
    if (!file) return { reason: unreadable.damaged };
    const bytes = await collect(decrypt(await openStoredFile(file)));
    const read = await readTables({ bytes, isCsv: file.mimeType === "text/csv" });
    if ("reason" in read) return read;
    for (const { table } of read.tables) {
      const sheet = sheetOf(table.heads);
      sheets[sheet] ??= table;
    }
  }
  for (const [sheet, { rows }] of Object.entries(sheets) as [ImportSheet, Table][])
    if (rows.length > MOST_ROWS[sheet]) return { reason: tooMany[sheet] };
  const isEmpty = Object.values(sheets).every(({ rows }) => rows.length === 0);
  return isEmpty ? { reason: unreadable.empty } : { sheets };
}

async function storeSheets(tx: Transaction, id: number, sheets: Sheets): Promise<void> {
  await tx.delete(importRows).where(eq(importRows.importId, id));
  for (const [sheet, table] of Object.entries(sheets) as [ImportSheet, Table][])
    await storeTable(tx, id, { sheet, table });
  const columns = { cases: columnsOf(sheets.cases), people: columnsOf(sheets.people) };
  await tx
    .update(imports)
    .set({
      state: "mapping",
      columns: sealValue(columns),
      mapping: await proposalFor(tx, columns),
    })
    .where(eq(imports.id, id));
  await countRows(tx, id);
}
