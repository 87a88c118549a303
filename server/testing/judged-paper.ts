/** A paper of a family, and what is stored and told when somebody judges it. */
import { asc, eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { documentReviews } from "#server/database/tables/document-reviews.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { openActorsWithDocument } from "./actors-with-document.ts";
import { buildApplicant } from "./factories/applicants.ts";
import { openTestApp, type TestApp } from "./test-app.ts";

/** The automation service has an address, at which nobody listens. */
export function openReviewPortal(): Promise<TestApp> {
  return openTestApp({
    settings: {
      ALLOW_LOOPBACK_WEBHOOK: "on",
      WEBHOOK_URL_DOCUMENT_UPLOAD: "http://127.0.0.1:9/documents",
    },
  });
}

/** A paper of a family of two, a birth certificate of the first: nothing is asked for accepting one. */
export async function openPaper(
  portal: TestApp,
  input: Parameters<typeof openActorsWithDocument>[1] = {},
) {
  const actors = await openActorsWithDocument(portal, { category: "birth", ...input });
  const caseId = actors.caseFile.id;
  const main = await buildApplicant({ caseId, fullName: "Nadim Haddad" });
  const spouse = await buildApplicant({
    caseId,
    position: 1,
    category: "Spouse",
    fullName: "Rima",
  });
  if (input.assignedTo !== null)
    await runtime.database
      .update(documents)
      .set({ assignedTo: main.id })
      .where(eq(documents.id, actors.document.id));
  return { ...actors, main, spouse };
}

export async function storedDocument(id: number): Promise<DocumentRow> {
  const [row] = await runtime.database.select().from(documents).where(eq(documents.id, id));
  if (!row) throw new Error(`There is no document ${id}`);
  return row;
}

/** Oldest first. */
export function reviewsIn(documentId: number) {
  return runtime.database
    .select()
    .from(documentReviews)
    .where(eq(documentReviews.documentId, documentId))
    .orderBy(asc(documentReviews.id));
}

/** What the automation service is told of a case, oldest first. */
export async function messagesOf(caseId: number): Promise<Record<string, unknown>[]> {
  const rows = await runtime.database
    .select()
    .from(webhookLogs)
    .where(eq(webhookLogs.caseId, caseId))
    .orderBy(asc(webhookLogs.id));
  return rows.map(({ payload }) => payload);
}
