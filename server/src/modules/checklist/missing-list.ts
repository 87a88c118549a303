/** What the client has still to send, as he reads it on paper: the same for every role. */
import type { ChecklistItem } from "contract/checklist";
import type { ItemState } from "contract/checklist-parts";
import { countryOf } from "contract/countries";
import type { BureauOnPaper } from "#server/files/papers/letterhead.ts";
import type { DerivedChecklist } from "./checklist-of.ts";
import type { CaseReading } from "./checklist.queries.ts";

export type MissingSheet = {
  bureau: BureauOnPaper;
  caseCode: string;
  caseTitle: string;
  asOf: string;
  address: string;
  people: { name: string; items: MissingItem[] }[];
};
export type MissingItem = {
  label: string;
  sentence: string;
  help: string | null;
  due: string | null;
};

const wanted: readonly ItemState[] = ["missing", "changes_requested", "expired", "expiring"];

/** By person, in the order of the checklist; nobody when nothing is missing. */
export function missingPeople(
  { items }: DerivedChecklist,
  { applicants }: CaseReading,
): MissingSheet["people"] {
  const missing = items.filter(
    ({ counted, providedBy, state }) =>
      counted && providedBy === "client" && wanted.includes(state),
  );
  return [...Map.groupBy(missing, ({ applicantId }) => applicantId)].map(([id, ofPerson]) => ({
    name: nameOf(id, applicants),
    items: ofPerson.map(itemOf),
  }));
}

function nameOf(id: number | null, applicants: CaseReading["applicants"]): string {
  return id === null ? "The whole case" : applicantName(id, applicants);
}

/** Whoever has no name yet is called by his place. */
export function applicantName(
  id: number,
  applicants: readonly Pick<CaseReading["applicants"][number], "id" | "fullName">[],
): string {
  const index = applicants.findIndex((applicant) => applicant.id === id);
  return applicants[index]?.fullName.trim() || `Applicant ${index + 1}`;
}

function itemOf(item: ChecklistItem): MissingItem {
  const country = item.country === null ? null : (countryOf(item.country) ?? item.country);
  return {
    label: country === null ? item.label : `${item.label} (${country})`,
    sentence: sentenceOf(item),
    help: item.help,
    due: item.dueOn === null ? null : `Due ${shortDate(item.dueOn)}`,
  };
}

function sentenceOf({ state, documents }: ChecklistItem): string {
  if (state === "missing") return "Please send";
  if (state === "expired") return "A newer one is needed";
  if (state === "expiring") return "Please send the renewed one soon";
  const text = documents.find(({ reviewState }) => reviewState === "changes_requested")?.publicText;
  return text ? `Please change: ${text}` : "Please change";
}

export function longDate(day: string): string {
  return dateText(day, { dateStyle: "long" });
}

function shortDate(day: string): string {
  return dateText(day, { day: "numeric", month: "short", year: "numeric" });
}

function dateText(day: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}
