/** Which documents wait, as far as this actor may judge them, and what the desk has to know of each. */
import { and, asc, eq, inArray, isNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { Review, ReviewQueueQuery } from "contract/reviews";
import type { SignedInActor } from "#server/core/actor.ts";
import type { Executor } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import { documentReviews } from "#server/database/tables/document-reviews.ts";
import { documents } from "#server/database/tables/documents.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { type AnsweredRow, answeredColumns } from "./document-answers.ts";
import { visibleDocuments } from "./documents.policy.ts";
import { selectReviews } from "./review-rows.ts";

export type QueueFilters = Pick<ReviewQueueQuery, "case" | "adviser" | "program" | "category">;
/** Where a page ends: the next begins after it. */
export type QueuePlace = { uploadedAt: string; id: number };

/** Written out as in the index, which a parameter would keep from being used. */
const isWaiting = sql`${documents.reviewState} = 'waiting' and ${documents.isCurrent}`;

function inQueue(actor: SignedInActor, filters: QueueFilters): SQL | undefined {
  const { case: caseId, adviser, program, category } = filters;
  return and(
    isWaiting,
    notInArray(cases.status, ["citizen", "cancelled"]),
    visibleCases(actor),
    visibleDocuments(actor),
    caseId === undefined ? undefined : eq(cases.id, caseId),
    program === undefined ? undefined : eq(cases.citizenshipProgram, program),
    category === undefined ? undefined : eq(documents.category, category),
    adviser === undefined
      ? undefined
      : sql`exists (select from case_assignments a where a.case_id = ${cases.id} and a.user_id = ${adviser})`,
  );
}

export async function countWaiting(
  executor: Executor,
  actor: SignedInActor,
  filters: QueueFilters,
): Promise<number> {
  const [row] = await executor
    .select({ count: sql<number>`count(*)::int` })
    .from(documents)
    .innerJoin(cases, eq(cases.id, documents.caseId))
    .where(inQueue(actor, filters));
  return row?.count ?? 0;
}

/** Oldest first. */
export function selectWaiting(
  executor: Executor,
  actor: SignedInActor,
  wanted: { filters: QueueFilters; which: SQL | undefined; limit: number },
): Promise<AnsweredRow[]> {
  return executor
    .select(answeredColumns(actor))
    .from(documents)
    .innerJoin(cases, eq(cases.id, documents.caseId))
    .where(and(inQueue(actor, wanted.filters), wanted.which))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
    .limit(wanted.limit);
}

export function isDocument(id: number): SQL {
  return eq(documents.id, id);
}

export function isOther(id: number): SQL {
  return ne(documents.id, id);
}

export function isAfter({ uploadedAt, id }: QueuePlace): SQL {
  return sql`(${documents.uploadedAt}, ${documents.id}) > (${uploadedAt}::timestamptz, ${id}::int)`;
}

/** The last decision that stands about each document or the version before it. */
export async function lastReviews(
  executor: Executor,
  rows: readonly AnsweredRow[],
): Promise<Map<number, Review>> {
  const ids = rows.flatMap(({ id, replaces }) => (replaces === null ? [id] : [id, replaces]));
  const standing = and(inArray(documentReviews.documentId, ids), isNull(documentReviews.undoneAt));
  const reviews = await selectReviews(executor, standing ?? sql`false`);
  return new Map(
    rows.flatMap(({ id, replaces }) => {
      const last = reviews.find(({ documentId }) => documentId === id || documentId === replaces);
      return last ? [[id, last]] : [];
    }),
  );
}

/** The name of another current document of the case that has the same content, for those that have one. */
export async function sameDocuments(
  executor: Executor,
  actor: SignedInActor,
  rows: readonly AnsweredRow[],
): Promise<Map<number, string>> {
  const ids = sql`${sql.param(rows.map(({ id }) => id))}::int[]`;
  const found = await executor
    .select({ id: sql<number>`waiting.id`, name: documents.originalName })
    .from(documents)
    .innerJoin(storedFiles, eq(storedFiles.id, documents.storedFileId))
    .innerJoin(
      sql`(select d.id, d.case_id, f.digest from documents d join stored_files f on f.id = d.stored_file_id
        where d.id = any(${ids})) waiting`,
      sql`waiting.case_id = ${documents.caseId} and waiting.id <> ${documents.id}
        and waiting.digest = ${storedFiles.digest}`,
    )
    .where(and(documents.isCurrent, visibleDocuments(actor)))
    .orderBy(sql`${documents.id} desc`);
  return new Map(found.map(({ id, name }) => [id, name]));
}
