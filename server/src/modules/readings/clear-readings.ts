/** What is kept of readings, and for how long: lines 30 days after the review, or 90 days; what was replaced 60 seconds. */
import { and, eq, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import { documentReviews } from "#server/database/tables/document-reviews.ts";
import { documents } from "#server/database/tables/documents.ts";
import { readings } from "#server/database/tables/readings.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announceCase } from "#server/events/announce.ts";
import { factsOfCase } from "#server/modules/documents/document-answers.ts";
import { fieldsOf } from "./answers.ts";
import { isOpen } from "./proposals.ts";
import { readingsOfCase } from "./readings.queries.ts";

const DAY_MS = 86_400_000;
const DAYS_AFTER_REVIEW = 30;
const DAYS_AFTER_READING = 90;

const daysAgo = (days: number): string =>
  new Date(runtime.clock.now().getTime() - days * DAY_MS).toISOString();

/** Filed elsewhere, replaced or old: what was read is no longer there, and who decided what is. */
export async function clear(tx: Executor, documentIds: readonly number[]): Promise<void> {
  await tx
    .update(readings)
    .set({
      state: "cleared",
      problem: null,
      page: null,
      rotation: null,
      digits: null,
      likeness: null,
      namesAgreed: null,
      sealedLines: null,
      sealedFormer: null,
      formerUntil: null,
      clearedAt: runtime.clock.now().toISOString(),
    })
    .where(inArray(readings.documentId, [...documentIds]));
}

export async function forgetFormer(): Promise<void> {
  await runtime.database
    .update(readings)
    .set({ sealedFormer: null, formerUntil: null })
    .where(lte(readings.formerUntil, runtime.clock.now().toISOString()));
}

/** Case by case, so that no lock is held for long. */
export async function clearReadings(): Promise<void> {
  const due = await runtime.database
    .selectDistinct({ caseId: readings.caseId })
    .from(readings)
    .innerJoin(documents, eq(documents.id, readings.documentId))
    .where(and(isNotNull(readings.sealedLines), or(isOld(), isReviewed())));
  for (const { caseId } of due) await inTransaction((tx) => clearCase(tx, caseId));
}

const isOld = () => lt(readings.readAt, daysAgo(DAYS_AFTER_READING));

/** Decided about for so long; a decision that was taken back is none. */
function isReviewed() {
  const last = sql`(select max(${documentReviews.createdAt}) from ${documentReviews}
    where ${and(eq(documentReviews.documentId, documents.id), isNull(documentReviews.undoneAt))})`;
  return and(ne(documents.reviewState, "waiting"), sql`${last} < ${daysAgo(DAYS_AFTER_REVIEW)}`);
}

async function clearCase(tx: Transaction, caseId: number): Promise<void> {
  const [caseFile] = await tx.select().from(cases).where(eq(cases.id, caseId));
  const [old, reviewed, all, facts] = await Promise.all([
    selectIds(tx, and(eq(readings.caseId, caseId), isOld())),
    selectIds(tx, and(eq(readings.caseId, caseId), isReviewed())),
    readingsOfCase(tx, system, caseId),
    factsOfCase(tx, caseId),
  ]);
  if (!caseFile || !facts) return;
  const open = all.filter((found) => fieldsOf({ ...found, facts }).some(isOpen));
  const openIds = new Set(open.map(({ document }) => document.id));
  const ids = [...old, ...reviewed.filter((id) => !openIds.has(id))];
  if (ids.length === 0) return;
  await clear(tx, ids);
  await announceCase(tx, caseFile, ["readings"]);
}

async function selectIds(tx: Transaction, which: ReturnType<typeof and>): Promise<number[]> {
  const rows = await tx
    .select({ id: readings.documentId })
    .from(readings)
    .innerJoin(documents, eq(documents.id, readings.documentId))
    .where(and(isNotNull(readings.sealedLines), which));
  return rows.map(({ id }) => id);
}
