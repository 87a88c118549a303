/** Nobody judges what he has not seen: a decision says which version of the document was looked at. */
import { and, eq, gt } from "drizzle-orm";
import * as z from "zod/mini";
import { CaseDocument } from "contract/documents";
import { reviewMessages } from "contract/reviews";
import { AppError } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { answerOf } from "./document-answers.ts";
import type { LockedDocument } from "./documents.queries.ts";

/** Throws 409, with the document as it is now, when anything but its name has changed since. */
export async function assertUnchangedSince(
  tx: Transaction,
  { row, facts }: LockedDocument,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version >= row.revision) return;
  const since = await tx
    .select({ metadata: caseEvents.metadata })
    .from(caseEvents)
    .where(
      and(
        eq(caseEvents.subject, "document"),
        eq(caseEvents.subjectId, row.id),
        gt(caseEvents.revision, version),
      ),
    );
  const renamings = since.filter(({ metadata }) =>
    Object.keys(metadata).every((field) => field === "originalName"),
  );
  // What no line tells of has changed too: whoever it was of may have been deleted.
  if (renamings.length === row.revision - version) return;
  throw new AppError({
    status: 409,
    code: "edit.conflict",
    message: reviewMessages.changed,
    current: z.parse(CaseDocument, answerOf(facts, row)),
  });
}
