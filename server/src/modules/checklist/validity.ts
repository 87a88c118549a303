/** Until when a paper counts, and what that makes of an accepted one on the day that its rule looks at. */
import type { ItemWindow } from "contract/checklist";
import type { DocumentState } from "contract/checklist-parts";
import { addDays } from "contract/days";
import type { Rule } from "contract/rules";
import type { DocumentFacts } from "./checklist-input.ts";

type Days = { submissionOn: string | null; today: string };
type DatedDocument = Pick<
  DocumentFacts,
  "reviewState" | "issuedOn" | "expiresOn" | "validityWaived"
>;

/** Freshness counts on the day of handing in and is frozen by it; papers of identity go on ageing. */
export function referenceDayOf(judgedOn: Rule["judgedOn"], { submissionOn, today }: Days): string {
  if (submissionOn === null) return today;
  return judgedOn === "current" && today > submissionOn ? today : submissionOn;
}

/** Null where a rule sets no window. */
export function windowOf(rule: Rule, referenceDay: string): ItemWindow | null {
  const { validityBasis: basis, validityDays: days, warnDays } = rule;
  return basis === "none" || days === null ? null : { basis, days, warnDays, referenceDay };
}

/** The last day on which an accepted document counts; null: it has none. */
export function validUntilOf(document: DatedDocument, window: ItemWindow | null): string | null {
  const { issuedOn, expiresOn, validityWaived, reviewState } = document;
  if (window === null || validityWaived || reviewState !== "accepted") return null;
  if (window.basis === "expiry-date") return expiresOn && addDays(expiresOn, -window.days);
  const byIssue = issuedOn && addDays(issuedOn, window.days);
  if (byIssue === null || expiresOn === null) return byIssue ?? expiresOn;
  return byIssue < expiresOn ? byIssue : expiresOn;
}

export function documentStateOf(
  document: DatedDocument,
  window: ItemWindow | null,
  today: string,
): DocumentState {
  const validUntil = validUntilOf(document, window);
  if (window === null || validUntil === null) return document.reviewState;
  const { referenceDay, warnDays } = window;
  if (validUntil < referenceDay) return "expired";
  // What was handed in is not renewed any more.
  const isWarned = referenceDay >= today && validUntil <= addDays(referenceDay, warnDays);
  return isWarned ? "expiring" : "accepted";
}
