/** The versions of a document: each replaces the one before, and only the last is current. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { DocumentVersion } from "contract/reviews";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { assertSeesCase } from "#server/modules/cases/cases.policy.ts";
import { visibleDocuments } from "./documents.policy.ts";
import { isVisible } from "./documents.queries.ts";

/** Those before this one, newest first, as far as this actor may know of them. */
export async function listVersions(
  actor: Actor,
  { id, caseId }: SubjectRecord,
): Promise<DocumentVersion[]> {
  const isEarlier = sql`${documents.id} in (
    with recursive earlier as (
      select d.replaces as id from documents d where d.id = ${id}
      union all
      select d.replaces from earlier e join documents d on d.id = e.id
    ) select e.id from earlier e where e.id is not null)`;
  const openRequest = sql<
    string | null
  >`case when documents.review_state = 'changes_requested' then (
    select r.public_text from document_reviews r
    where r.document_id = documents.id and r.decision = 'changes_requested' and r.undone_at is null
    order by r.id desc limit 1) end`;
  const [versions, isThere] = await readTogether((executor) =>
    Promise.all([
      executor
        .select({
          id: documents.id,
          originalName: documents.originalName,
          mimeType: documents.mimeType,
          fileSize: documents.fileSize,
          uploadedAt: documents.uploadedAt,
          reviewState: documents.reviewState,
          issuedOn: documents.issuedOn,
          expiresOn: documents.expiresOn,
          country: documents.country,
          publicText: openRequest,
        })
        .from(documents)
        .where(and(eq(documents.caseId, caseId), isEarlier, visibleDocuments(actor)))
        .orderBy(desc(documents.uploadedAt), desc(documents.id)),
      isVisible(executor, actor, id),
      assertSeesCase(executor, actor, caseId),
    ]),
  );
  if (!isThere) throw notFound("document");
  return versions;
}

/**
 * Takes one version away: its neighbours join; where it was the last, the one before is current again, in the state that
 * it had. The case is locked.
 */
export async function removeVersion(tx: Transaction, row: DocumentRow): Promise<void> {
  const remove = tx.delete(documents).where(eq(documents.id, row.id));
  const { replaces } = row;
  if (replaces === null) return void (await remove);
  const [later] = row.isCurrent
    ? []
    : await tx.select({ id: documents.id }).from(documents).where(eq(documents.replaces, row.id));
  const [id, patch] = later ? [later.id, { replaces }] : [replaces, { isCurrent: true }];
  await Promise.all([remove, tx.update(documents).set(patch).where(eq(documents.id, id))]);
}
