/** Takes an import back, case by case: what somebody has worked on since stays as it is. */
import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { SignedInActor } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { isDatabaseUnavailable } from "#server/database/errors.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { comments } from "#server/database/tables/comments.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { type ImportRecord, imports } from "#server/database/tables/imports.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { makeCaseKey } from "#server/files/keys.ts";
import * as applicants from "#server/modules/applicants/applicants.service.ts";
import * as assignments from "#server/modules/cases/assignments.service.ts";
import * as cases from "#server/modules/cases/cases.service.ts";
import { actingAdmin } from "./acting-admin.ts";
import { tellAdmins } from "./import-record.ts";
import { countRows, openValue } from "./stored-rows.ts";
import { undoScans } from "./undo-scans.ts";
import { type Before, type Changes, isSame, numbersOfCase, type Written } from "./write-case.ts";

type Row = typeof importRows.$inferSelect;
const quiet = { tellsAutomation: false } as const;

export async function undoImport(id: number): Promise<void> {
  const [row] = await runtime.database.select().from(imports).where(isUndoing(id));
  if (!row) return;
  const written = await runtime.database
    .selectDistinct({ caseId: importRows.caseId })
    .from(importRows)
    .where(isWritten(id))
    .orderBy(asc(importRows.caseId));
  for (const { caseId } of written) if (caseId !== null) await undoCase(row, caseId);
  await inTransaction(async (tx) => {
    await tx.update(imports).set({ state: "undone" }).where(isUndoing(id));
    // Of a case that somebody has deleted nothing is left to take back.
    await tx
      .update(importRows)
      .set({ state: "removed" })
      .where(and(eq(importRows.importId, id), inArray(importRows.state, ["created", "updated"])));
    await countRows(tx, id);
    const metadata = { importId: id };
    await recordSecurityEvent(tx, { kind: "import.undone", userId: row.createdBy, metadata });
    await tellAdmins(tx);
  });
}

const isUndoing = (id: number) => and(eq(imports.id, id), eq(imports.state, "undoing"));
const isWritten = (id: number) =>
  and(
    eq(importRows.importId, id),
    inArray(importRows.state, ["created", "updated"]),
    isNotNull(importRows.caseId),
  );

async function undoCase(row: ImportRecord, caseId: number): Promise<void> {
  try {
    const caseKey = row.kind === "cases" ? await keyOfNumbers(row.id, caseId) : null;
    await inTransaction(async (tx) => {
      const rows = await tx
        .select()
        .from(importRows)
        .where(and(isWritten(row.id), eq(importRows.caseId, caseId)))
        .for("update");
      const [first] = rows;
      if (!first) return;
      const actor = await actingAdmin(tx, row);
      if (row.kind === "scans") return undoScans(tx, actor, { row, caseId, rows });
      const state =
        first.state === "created"
          ? await removeCase(tx, actor, { row, caseId })
          : await restoreCase(tx, actor, { row, caseId, rows, caseKey });
      await setState(tx, rows, state);
    });
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    if (!(error instanceof AppError))
      runtime.log.error({ err: error, import: row.id, case: caseId }, "import was not undone");
    const rows = await runtime.database
      .select()
      .from(importRows)
      .where(and(isWritten(row.id), eq(importRows.caseId, caseId)));
    await inTransaction((tx) => setState(tx, rows, "kept"));
  }
}

async function setState(
  tx: Transaction,
  rows: readonly Row[],
  state: "removed" | "restored" | "kept",
) {
  for (const { importId, sheet, number } of rows)
    await tx
      .update(importRows)
      .set({ state })
      .where(
        and(
          eq(importRows.importId, importId),
          eq(importRows.sheet, sheet),
          eq(importRows.number, number),
        ),
      );
}

type OfCase = { row: ImportRecord; caseId: number };

async function removeCase(
  tx: Transaction,
  actor: SignedInActor,
  { row, caseId }: OfCase,
): Promise<"removed" | "kept"> {
  await cases.revisionOf(tx, actor, caseId);
  const events = await tx.$count(
    caseEvents,
    and(
      eq(caseEvents.caseId, caseId),
      // What an import has done that was taken back itself is no work of anybody.
      sql`not coalesce((${caseEvents.metadata}->>'importId')::int in (
        select ${imports.id} from ${imports} where ${imports.id} = ${row.id} or ${imports.state} = 'undone'), false)`,
    ),
  );
  const messages = await tx.$count(comments, eq(comments.caseId, caseId));
  if (events + messages > 0) return "kept";
  await cases.removeIn(tx, actor, caseId);
  return "removed";
}

type Restoring = OfCase & { rows: readonly Row[]; caseKey: Buffer | null };

/** Cells whose value is still the imported one go back; people and assignments that it added go. */
async function restoreCase(
  tx: Transaction,
  actor: SignedInActor,
  { row, caseId, rows, caseKey }: Restoring,
): Promise<"restored" | "kept"> {
  const because = { importId: row.id, undo: true };
  let isWhole = true;
  for (const { made, before } of rows) {
    if (made === null || before === null) continue;
    const { people, assigned } = made as Written["made"];
    const was = openValue<Before>(before);
    const current = await cases.updateIn(tx, actor, { id: caseId, changes: {}, basedOn: null });
    const { back, isAll } = stillImported(current.before, was.fields);
    if (!isAll) isWhole = false;
    await cases.updateIn(tx, actor, { id: caseId, changes: back, basedOn: null, because, quiet });
    for (const userId of assigned)
      await assignments.unassignIn(tx, actor, { caseId, userId, because, quiet });
    if (people.length + was.people.length === 0) continue;
    const everybody = await applicants.listOfCase(tx, caseId);
    const left = everybody.filter(({ id, version }) => !people.includes(id) || version > 1);
    if (left.length > everybody.length - people.length) isWhole = false;
    const numbers = caseKey === null ? null : await numbersOfCase(tx, caseId);
    const restored = left.map((person) => {
      const changes = was.people.find(({ id }) => id === person.id)?.changes ?? {};
      const now = stillImported({ ...person, passportNumber: numbers?.get(person.id) }, changes);
      if (!now.isAll) isWhole = false;
      return { ...person, ...now.back };
    });
    await applicants.saveIn(tx, actor, { caseId, rows: restored, because, quiet, caseKey });
  }
  return isWhole ? "restored" : "kept";
}

function stillImported(current: Record<string, unknown>, changes: Changes) {
  const all = Object.entries(changes);
  const own = all.filter(([field, { to }]) => isSame(current[field], to));
  const back = Object.fromEntries(own.map(([field, { from }]) => [field, from]));
  return { back, isAll: own.length === all.length };
}

/** Where numbers of passports go back; made before any lock is taken. */
async function keyOfNumbers(id: number, caseId: number): Promise<Buffer | null> {
  const rows = await runtime.database
    .select({ before: importRows.before })
    .from(importRows)
    .where(and(isWritten(id), eq(importRows.caseId, caseId), isNotNull(importRows.before)));
  const hasNumbers = rows.some(({ before }) =>
    openValue<Before>(before ?? Buffer.alloc(0)).people.some(
      ({ changes }) => "passportNumber" in changes,
    ),
  );
  return hasNumbers ? makeCaseKey(caseId) : null;
}
