/** The dry run: every row is told what is wrong with it, and nothing else is written. */
import { and, eq, sql } from "drizzle-orm";
import type { ImportSheet } from "contract/import-columns";
import type { Transaction } from "#server/database/connection.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { type ImportRecord, imports } from "#server/database/tables/imports.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { checkScans } from "./check-scans.ts";
import { type CaseGroup, type CheckedRow, isBlocked } from "./checked-rows.ts";
import { tellAdmins } from "./import-record.ts";
import { groupsInPieces, planImport } from "./load-groups.ts";
import { countRows } from "./stored-rows.ts";

const TOGETHER = 1000;

export async function checkRows(id: number): Promise<void> {
  await inTransaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(imports)
      .where(and(eq(imports.id, id), eq(imports.state, "checking")))
      .for("update");
    if (!row) return;
    if (row.kind === "scans") await checkScans(tx, id);
    else await checkTables(tx, row);
    await tx.update(imports).set({ state: "checked" }).where(eq(imports.id, id));
    await countRows(tx, id);
    await tellAdmins(tx);
  });
}

async function checkTables(tx: Transaction, row: ImportRecord): Promise<void> {
  // Examples of the template, and a sheet that is left out, are no rows of the import.
  await tx
    .update(importRows)
    .set({ state: "skipped", problems: [] })
    .where(eq(importRows.importId, row.id));
  const plan = await planImport(tx, row);
  for await (const { groups } of groupsInPieces(tx, plan, TOGETHER))
    await writeStates(tx, row.id, groups);
}

/** The people of a case that is left out are left out with it. */
async function writeStates(tx: Transaction, id: number, groups: readonly CaseGroup[]) {
  const cases: CheckedRow[] = [];
  const people: (CheckedRow & { isLeftOut: boolean })[] = [];
  for (const { row, people: ofCase } of groups) {
    if (row) cases.push(row);
    const isLeftOut = row !== null && isBlocked(row);
    people.push(...ofCase.map((one) => ({ ...one, isLeftOut })));
  }
  await write(tx, id, { sheet: "cases", rows: cases });
  await write(tx, id, { sheet: "people", rows: people });
}

type Written = { sheet: ImportSheet; rows: readonly (CheckedRow & { isLeftOut?: boolean })[] };

async function write(tx: Transaction, id: number, { sheet, rows }: Written): Promise<void> {
  for (let at = 0; at < rows.length; at += TOGETHER) {
    const some = rows.slice(at, at + TOGETHER).map((row) => ({
      number: row.number,
      problems: row.problems,
      state: stateOf(row),
    }));
    await tx.execute(sql`
      update import_rows set state = given.state, problems = given.problems
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as given(number int, state text, problems jsonb)
      where import_id = ${id} and sheet = ${sheet} and import_rows.number = given.number`);
  }
}

function stateOf(row: CheckedRow & { isLeftOut?: boolean }) {
  if (isBlocked(row) || row.isLeftOut) return "blocked";
  return row.problems.length > 0 ? "warned" : "ready";
}
