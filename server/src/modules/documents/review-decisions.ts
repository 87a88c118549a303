/** What a decision needs before it is taken, and what it does to the document. */
import type { ReviewDecision } from "contract/checklist-parts";
import { type ReviewInput, reviewMessages } from "contract/reviews";
import { badField, badRequest, wrongState } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { DocumentRow } from "#server/database/tables/documents.ts";
import { placeOfDocument } from "#server/modules/checklist/document-place.ts";
import { type CaseFacts, checklistWith, type JudgedRow } from "./document-answers.ts";
import { datesAfter } from "./document-dates.ts";
import type { LockedDocument } from "./documents.queries.ts";
import { saidOf } from "./review-texts.ts";

export type Decided = {
  decision: ReviewDecision;
  patch: Partial<DocumentRow>;
  reasonCode?: string | null;
  publicText?: string | null;
  internalNote?: string | null;
  /** Of a passport that is accepted all the same. */
  warningsIgnored?: NonNullable<ReviewInput["warningsIgnored"]>;
};

export async function decide(
  tx: Transaction,
  locked: LockedDocument,
  input: ReviewInput,
): Promise<Decided> {
  const { facts, row } = locked;
  const { decision } = input;
  const dates = datesAfter(row, input);
  const internalNote = input.internalNote || null;
  const warningsIgnored = input.warningsIgnored ?? [];
  if (warningsIgnored.length > 0 && decision !== "accepted")
    throw badField("warningsIgnored", reviewMessages.onlyAccepted);
  const patch = { ...dates, validityWaived: false };
  switch (decision) {
    case "accepted": {
      assertAcceptable(facts, { ...row, ...dates }, input);
      const validityWaived = input.validityWaived === true;
      return { decision, patch: { ...dates, validityWaived }, internalNote, warningsIgnored };
    }
    case "changes_requested": {
      const said = await saidOf(tx, locked, input);
      return { decision, patch, internalNote, ...said };
    }
    case "reopened": {
      if (row.reviewState === "waiting") throw wrongState(reviewMessages.waiting);
      return { decision, patch, internalNote };
    }
  }
}

/** What accepting asks, at the desk and at upload alike. Throws 400. */
export function assertAcceptable(
  facts: CaseFacts,
  row: JudgedRow,
  { withoutDate }: { withoutDate?: boolean | undefined },
): void {
  if (!isSorted(facts, row)) throw badRequest(reviewMessages.unsorted);
  if (withoutDate || row.extraItemId !== null) return;
  const { asksFor } = placeOfDocument(checklistWith(facts, [row]), row);
  if (asksFor && row[asksFor.field] === null) throw badField(asksFor.field, reviewMessages.noDate);
}

/** Of which kind it is, and in a family whose; a paper of the whole case, or one asked for by hand, is nobody's. */
function isSorted({ people, rules }: CaseFacts, row: JudgedRow): boolean {
  if (row.extraItemId !== null) return true;
  if (row.category === "uncategorized") return false;
  const isOfCase = rules.some(
    ({ category, scope }) => category === row.category && scope === "case",
  );
  return isOfCase || row.assignedTo !== null || people.length < 2;
}
