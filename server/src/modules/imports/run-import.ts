/** Writes what was checked, a hundred rows in a transaction together with what became of them: none is written twice. */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { ImportSheet } from "contract/import-columns";
import { IMPORT_UNDO_HOURS } from "contract/imports";
import type { SignedInActor } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { isDatabaseUnavailable, isWorthRetrying } from "#server/database/errors.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { type ImportRecord, imports } from "#server/database/tables/imports.ts";
import { inTransaction, writeAtEnd } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { makeCaseKey } from "#server/files/keys.ts";
import { actingAdmin } from "./acting-admin.ts";
import { type CaseGroup, codeKey, isBlocked } from "./checked-rows.ts";
import { isRunning, tellAdmins } from "./import-record.ts";
import { inviteStrangers } from "./invite-client.ts";
import {
  findCodes,
  groupsInPieces,
  type ImportPlan,
  type LoadedGroups,
  planImport,
} from "./load-groups.ts";
import { runScans } from "./run-scans.ts";
import { countRows, rowsOf, sealValue } from "./stored-rows.ts";
import { numbersIn, writeCase, type Written } from "./write-case.ts";

const ROWS_TOGETHER = 100;
const ROWS_READ_TOGETHER = 1000;
const HOUR_MS = 3_600_000;

/** One of the cases of a batch was refused: the batch is written once more without it. */
class GroupFailed extends Error {
  readonly group: CaseGroup;
  readonly reason: string;

  constructor(group: CaseGroup, reason: string) {
    super(reason);
    this.group = group;
    this.reason = reason;
  }
}

/** Answers the import that waits for this one. Ends early when it is paused, or when another one comes first. */
export async function runImport(id: number): Promise<number | null> {
  const [row] = await runtime.database.select().from(imports).where(isRunning(id));
  if (!row) return nextWaiting();
  const first = await nextWaiting();
  if (first !== null && first !== id) return null;
  if (row.kind === "scans") {
    if (await runScans(row)) await inTransaction((tx) => finishIn(tx, row.id));
    return nextWaiting();
  }
  const plan = await planImport(runtime.database, row);
  const left = { ...plan, groups: plan.groups.filter(({ isWaiting }) => isWaiting) };
  for await (const loaded of groupsInPieces(runtime.database, left, ROWS_TOGETHER))
    if (!(await writeBatch(row, plan.options, batchOf(loaded)))) return nextWaiting();
  await inTransaction((tx) => finishIn(tx, row.id));
  if (plan.options.clients === "invite")
    await inviteStrangers(row, groupsInPieces(runtime.database, plan, ROWS_READ_TOGETHER));
  return nextWaiting();
}

async function nextWaiting(): Promise<number | null> {
  const [next] = await runtime.database
    .select({ id: imports.id })
    .from(imports)
    .where(eq(imports.state, "running"))
    .orderBy(asc(imports.startedAt), asc(imports.id))
    .limit(1);
  return next?.id ?? null;
}

/** What is still to be written; people stay with their case. */
const batchOf = ({ groups, isWaiting }: LoadedGroups) =>
  groups.filter((group) =>
    numbersOf(group).some(({ sheet, numbers }) => numbers.some((one) => isWaiting(sheet, one))),
  );

/** False when the import runs no more. */
async function writeBatch(
  row: ImportRecord,
  options: ImportPlan["options"],
  batch: readonly CaseGroup[],
): Promise<boolean> {
  const failed = new Map<CaseGroup, string>();
  const keys = await keysOf(batch);
  for (;;) {
    try {
      return await inTransaction(async (tx) => {
        const [still] = await tx.select().from(imports).where(isRunning(row.id)).for("update");
        if (!still) return false;
        const actor = await actingAdmin(tx, row);
        const known = await findCodes(
          tx,
          batch.map(({ code }) => code),
        );
        for (const group of batch)
          await writeGroup(tx, actor, { row, options, group, known, keys, failed });
        const rows = batch.reduce(
          (sum, group) => sum + group.people.length + (group.row ? 1 : 0),
          0,
        );
        await tx
          .update(imports)
          .set({ position: sql`${imports.position} + ${rows}` })
          .where(eq(imports.id, row.id));
        await tellAdmins(tx);
        return true;
      });
    } catch (error) {
      if (!(error instanceof GroupFailed)) throw error;
      failed.set(error.group, error.reason);
    }
  }
}

/** Of the cases that are there and get numbers of passports; made before any lock is taken. */
async function keysOf(batch: readonly CaseGroup[]): Promise<Map<number, Buffer>> {
  const codes = batch.flatMap((group) =>
    numbersIn(group).some((number) => number !== undefined) ? [group.code] : [],
  );
  const keys = new Map<number, Buffer>();
  if (codes.length === 0) return keys;
  const there = await findCodes(runtime.database, codes);
  for (const id of there.values()) keys.set(id, await makeCaseKey(id));
  return keys;
}

type WritingGroup = {
  row: ImportRecord;
  options: ImportPlan["options"];
  group: CaseGroup;
  known: ReadonlyMap<string, number>;
  keys: ReadonlyMap<number, Buffer>;
  failed: ReadonlyMap<CaseGroup, string>;
};

async function writeGroup(
  tx: Transaction,
  actor: SignedInActor,
  { row, options, group, known, keys, failed }: WritingGroup,
): Promise<void> {
  const reason = failed.get(group) ?? problemOf(group);
  if (reason !== undefined) return setFailed(tx, row.id, { group, reason });
  const existingId = known.get(codeKey(group.code)) ?? null;
  if (existingId === null && group.row === null)
    return setFailed(tx, row.id, { group, reason: "Case not found" });
  const number = group.row?.number ?? group.people[0]?.number;
  try {
    const written = await writeCase(tx, actor, {
      group: { ...group, people: group.people.filter((person) => !isBlocked(person)) },
      options,
      existingId,
      caseKey: keys.get(existingId ?? 0) ?? null,
      because: { importId: row.id, row: number },
      quiet: { tellsAutomation: options.automation },
    });
    await setWritten(tx, row.id, { group, written });
  } catch (error) {
    if (isDatabaseUnavailable(error) || isWorthRetrying(error)) throw error;
    if (!(error instanceof AppError))
      runtime.log.error({ err: error, import: row.id, row: number }, "imported row failed");
    throw new GroupFailed(
      group,
      error instanceof AppError ? error.message : "Could not be written",
    );
  }
}

/** What was good in the dry run may be wrong by now. */
function problemOf({ row }: CaseGroup): string | undefined {
  return row?.problems.find(({ level }) => level === "problem")?.text;
}

function numbersOf({ row, people }: CaseGroup): { sheet: ImportSheet; numbers: number[] }[] {
  return [
    { sheet: "cases" as const, numbers: row ? [row.number] : [] },
    { sheet: "people" as const, numbers: people.map(({ number }) => number) },
  ].filter(({ numbers }) => numbers.length > 0);
}

const isStillToWrite = inArray(importRows.state, ["ready", "warned"]);

async function setFailed(
  tx: Transaction,
  importId: number,
  { group, reason }: { group: CaseGroup; reason: string },
): Promise<void> {
  const problem = JSON.stringify([{ column: null, text: reason, level: "problem" }]);
  for (const rows of numbersOf(group))
    await tx
      .update(importRows)
      .set({ state: "failed", problems: sql`${importRows.problems} || ${problem}::jsonb` })
      .where(and(rowsOf(importId, rows), isStillToWrite));
}

type Outcome = {
  importId: number;
  sheet: ImportSheet;
  number: number;
  state: Written["state"];
  caseId: number;
  made: Written["made"] | null;
  before: string | null;
};

/** What was added and changed stands in the first row of a case. */
async function setWritten(
  tx: Transaction,
  importId: number,
  { group, written }: { group: CaseGroup; written: Written },
): Promise<void> {
  const { state, caseId } = written;
  let made: Outcome["made"] = written.made;
  let before: string | null = sealValue(written.before).toString("base64");
  for (const { sheet, numbers } of numbersOf(group)) {
    for (const number of numbers) {
      await writeAtEnd(tx, writeOutcomes, { importId, sheet, number, state, caseId, made, before });
      [made, before] = [null, null];
    }
  }
}

/** Of all cases of a transaction in one statement. */
function writeOutcomes(tx: Executor, outcomes: readonly Outcome[]) {
  return tx.execute(sql`
    update import_rows set state = given.state, case_id = given."caseId", made = given.made,
      before = decode(given.before, 'base64')
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as given("importId" int, sheet text,
      number int, state text, "caseId" int, made jsonb, before text)
    where import_id = given."importId" and import_rows.sheet = given.sheet
      and import_rows.number = given.number and import_rows.state in ('ready', 'warned')`);
}

/** Also of a paused one, whose rest is left out. */
export async function finishIn(tx: Transaction, id: number): Promise<void> {
  const now = runtime.clock.now();
  await tx
    .update(importRows)
    .set({ state: "skipped" })
    .where(and(eq(importRows.importId, id), isStillToWrite));
  const [row] = await tx
    .update(imports)
    .set({
      state: "finished",
      finishedAt: now.toISOString(),
      undoUntil: new Date(now.getTime() + IMPORT_UNDO_HOURS * HOUR_MS).toISOString(),
    })
    .where(and(eq(imports.id, id), inArray(imports.state, ["running", "paused"])))
    .returning();
  if (!row) return;
  await countRows(tx, id);
  const [counted] = await tx
    .select({ counts: imports.counts })
    .from(imports)
    .where(eq(imports.id, id));
  const metadata = { importId: id, counts: counted?.counts };
  await recordSecurityEvent(tx, { kind: "import.finished", userId: row.createdBy, metadata });
  await tellAdmins(tx);
}
