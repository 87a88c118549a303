/** Where in a checklist one document stands: its item, the rule that asks for it, and the date that accepting it asks. */
import type { ChecklistItem, ItemDocument } from "contract/checklist";
import type { DocumentCategory } from "contract/document-categories";
import type { Rule } from "contract/rules";
import type { DerivedChecklist } from "./checklist-of.ts";
import { referenceDayOf } from "./validity.ts";

export type DocumentPlace = {
  item: ChecklistItem | null;
  /** As the item shows it: its state by its dates, and its last good day. */
  document: ItemDocument | null;
  /** Of the item; of a document without one, the rule in force for its category. None of what was asked by hand. */
  rule: Rule | null;
  /** The day on which that rule judges. */
  referenceDay: string | null;
  /** The field that accepting asks for; 'period-end' asks for the last day covered and stores it as issuedOn. */
  asksFor: {
    field: "issuedOn" | "expiresOn";
    basis: "expiry-date" | "issue-date" | "period-end";
  } | null;
};

export function placeOfDocument(
  checklist: DerivedChecklist,
  { id, category }: { id: number; category: DocumentCategory },
): DocumentPlace {
  const holds = (item: ChecklistItem) => item.documents.some((document) => document.id === id);
  const item = checklist.items.find(holds) ?? null;
  const rule =
    checklist.rules.find((each) => (item ? each.id === item.ruleId : each.category === category)) ??
    null;
  return {
    item,
    document: item?.documents.find((document) => document.id === id) ?? null,
    rule,
    referenceDay: rule && referenceDayOf(rule.judgedOn, checklist),
    asksFor: item ? askedDateOf(item) : null,
  };
}

function askedDateOf({ window }: ChecklistItem): DocumentPlace["asksFor"] {
  if (window === null || window.basis === "none") return null;
  const { basis } = window;
  return { basis, field: basis === "expiry-date" ? "expiresOn" : "issuedOn" };
}
