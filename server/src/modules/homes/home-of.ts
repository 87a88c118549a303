/** What is needed of a client now: the state his home is in, and the most pressing things. Pure. */
import type { CaseStatus } from "contract/case-status";
import type { ChecklistItem } from "contract/checklist";
import { isAdminCategory } from "contract/document-categories";
import {
  type DueInvoice,
  type Home,
  type HomeState,
  MOST_NEEDS,
  type NeededItem,
  neededStates,
} from "contract/homes";
import type { DerivedChecklist } from "#server/modules/checklist/checklist-of.ts";
import { applicantName } from "#server/modules/checklist/missing-list.ts";
import { openThings } from "#server/modules/checklist/readiness.ts";
import { cutText } from "./cut-text.ts";

export type HomeInput = {
  /** With the documents that a client may know of. */
  checklist: Pick<DerivedChecklist, "items">;
  status: CaseStatus;
  applicants: readonly { id: number; fullName: string }[];
  /** Those to be paid, the oldest first. */
  invoices: readonly DueInvoice[];
};
export type Needed = Pick<Home, "state" | "needs" | "moreNeeds" | "waiting">;
type Need = Home["needs"][number];

/** Nothing is asked of anybody while a case rests. */
const restingStates: Partial<Record<CaseStatus, HomeState>> = {
  citizen: "finished",
  cancelled: "closed",
  hold: "paused",
};

export function homeOf(input: HomeInput): Needed {
  const resting = restingStates[input.status];
  if (resting) return { state: resting, needs: [], moreNeeds: 0, waiting: 0 };
  const needs = needsOf(input);
  return {
    state: stateOf(needs, input),
    needs: needs.slice(0, MOST_NEEDS),
    moreNeeds: Math.max(0, needs.length - MOST_NEEDS),
    waiting: checkedFiles(input.checklist.items).length,
  };
}

function stateOf(needs: readonly Need[], { checklist: { items } }: HomeInput): HomeState {
  const asked = needs.filter((need) => need.kind === "item");
  if (asked.some(({ isOverdue }) => isOverdue)) return "overdue";
  if (asked.some(({ state }) => state === "changes_requested")) return "change";
  if (needs.length > 0) return "upload";
  const waiting = items.filter(({ state }) => state === "waiting");
  return checkedFiles(waiting).length > 0 ? "waiting" : "nothing";
}

/** Invoices come after what holds the case up, and before what has time. */
function needsOf({ checklist, applicants, invoices }: HomeInput): Need[] {
  const open = openThings(checklist, { isStaff: false });
  const asked = (items: readonly ChecklistItem[]) => items.map((item) => itemOf(item, applicants));
  return [
    ...asked(open.filter(isPressing)),
    ...invoices.map((invoice) => ({ kind: "invoice" as const, ...invoice })),
    ...asked(open.filter((item) => !isPressing(item))),
  ];
}

function isPressing({ isOverdue, state }: ChecklistItem): boolean {
  return isOverdue || state === "changes_requested" || state === "expired";
}

function itemOf(item: ChecklistItem, applicants: HomeInput["applicants"]): NeededItem {
  const { key, label, applicantId, dueOn, isOverdue, documents } = item;
  // A document to be changed is replaced; the oldest first, as documents stand.
  const wrong = documents.find(({ reviewState }) => reviewState === "changes_requested");
  const isChange = item.state === "changes_requested";
  const text = isChange ? (wrong?.publicText ?? null) : null;
  return {
    kind: "item",
    key,
    label,
    person: applicantId === null ? null : applicantName(applicantId, applicants),
    state: neededStates.find((state) => state === item.state) ?? "missing",
    dueOn,
    isOverdue,
    publicText: text === null ? null : cutText(text),
    validUntil: validUntilOf(item),
    upload: {
      category: item.extraId === null ? item.category : null,
      assignedTo: item.extraId === null ? applicantId : null,
      country: item.country,
      extraItemId: item.extraId,
      replaces: isChange ? (wrong?.id ?? null) : null,
    },
  };
}

/** Of a paper that ends soon, or has ended. */
function validUntilOf({ state, documents }: ChecklistItem): string | null {
  const days = documents
    .filter((document) => document.state === state)
    .flatMap(({ validUntil }) => validUntil ?? []);
  return days.toSorted()[0] ?? null;
}

function checkedFiles(items: readonly ChecklistItem[]) {
  return items
    .filter(({ providedBy, category }) => providedBy === "client" && !isAdminCategory(category))
    .flatMap(({ documents }) => documents.filter(({ state }) => state === "waiting"));
}
