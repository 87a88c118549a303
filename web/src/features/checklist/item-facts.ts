/** Sentences about an item and its documents. Pure. */
import type { ChecklistItem, ItemDocument } from "contract/checklist";
import { countryOf } from "contract/countries";
import { displayNameOf } from "#web/format/person.ts";
import { formatPlainDate } from "#web/format/time.ts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";

/** The country stands in brackets: there may be one such paper for each. */
export function labelOf({ label, country }: Pick<ChecklistItem, "label" | "country">): string {
  return country === null ? label : `${label} (${countryOf(country) ?? country})`;
}

/** Who reads it is told what the bureau or the government does for him. */
export function helpOf(item: ChecklistItem, isStaff: boolean): string | null {
  if (item.providedBy === "government") return texts.governmentIssues;
  return item.providedBy === "bureau" && !isStaff ? texts.bureauPrepares : item.help;
}

/** '27 Nov', with its year where that is another one. */
function shortDay(day: string, today: string): string {
  const whole = formatPlainDate(day);
  return day.slice(0, 4) === today.slice(0, 4) ? whole.replace(/ \d{4}$/, "") : whole;
}

export function dueSentence(item: ChecklistItem, today: string): string | null {
  if (item.dueOn === null) return null;
  const day = shortDay(item.dueOn, today);
  return item.isOverdue ? texts.overdue(day) : texts.due(day);
}

/** How many of the files are there, how fresh they must be, and who asked. */
export function metaOf(item: ChecklistItem, isStaff: boolean): string[] {
  const { files, window, form, extraId, decision } = item;
  const asked = extraId === null || !isStaff ? null : (decision?.by ?? null);
  return [
    files.min > 1 ? texts.filesOf(files.accepted + files.waiting, files.min) : null,
    window === null || window.basis === "none" ? null : texts.window[window.basis](window.days),
    form,
    asked === null ? null : texts.askedBy(displayNameOf(asked)),
  ].filter((text) => text !== null);
}

/** The first day on which one of its papers is no longer good. */
export function validUntilOf({ documents }: ChecklistItem): string | null {
  return documents.reduce<string | null>(
    (first, { validUntil }) =>
      validUntil !== null && (first === null || validUntil < first) ? validUntil : first,
    null,
  );
}

/** What a new version takes the place of: the document that needs one. */
export function replacedBy({ state, documents }: ChecklistItem): ItemDocument | null {
  if (state === "changes_requested")
    return documents.find(({ reviewState }) => reviewState === "changes_requested") ?? null;
  if (state === "expired" || state === "expiring")
    return documents.find((document) => document.state === state) ?? null;
  return null;
}
