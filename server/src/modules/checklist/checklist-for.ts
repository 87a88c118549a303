/** The checklist as an answer: what who asks may know of it. */
import type { Checklist, ChecklistItem } from "contract/checklist";
import { type ItemReason, missingFacts } from "contract/checklist-parts";
import { isAdminCategory } from "contract/document-categories";
import { figureAlone, type Readiness } from "contract/readiness";
import type { DerivedChecklist } from "./checklist-of.ts";
import { nextThings, type ReadinessFigures } from "./readiness.ts";

/** Staff: an admin, or an agent in a case assigned to him. */
export type Audience = { isAdmin: boolean; isStaff: boolean };

const reasonsForAll: readonly ItemReason[] = ["optional", "covered", ...missingFacts];

export function checklistFor(
  checklist: DerivedChecklist,
  figures: ReadinessFigures,
  audience: Audience,
): Checklist {
  const { caseId, stage, today, submissionOn, people } = checklist;
  const isShown = ({ category }: { category: ChecklistItem["category"] | "uncategorized" }) =>
    audience.isAdmin || !isAdminCategory(category);
  return {
    caseId,
    stage,
    today,
    submissionOn,
    readiness: readinessFor(figures, audience),
    next: nextThings(checklist, audience),
    people,
    items: checklist.items.filter(isShown).map((item) => itemFor(item, audience)),
    others: checklist.others
      .filter(isShown)
      .map(({ documentId, reason }) => ({ documentId, reason })),
    can: { decide: audience.isStaff, review: audience.isStaff },
  };
}

/** Others are told neither the bureau's questions nor who decided what and why. */
export function itemFor(item: ChecklistItem, { isStaff }: Audience): ChecklistItem {
  if (isStaff) return item;
  const isTold = item.reason !== null && reasonsForAll.includes(item.reason);
  return { ...item, condition: null, decision: null, reason: isTold ? item.reason : null };
}

function readinessFor(figures: ReadinessFigures, { isStaff }: Audience): Readiness {
  const { clientOpen: _open, clientOverdue: _overdue, ...readiness } = figures;
  return isStaff ? readiness : figureAlone(readiness);
}
