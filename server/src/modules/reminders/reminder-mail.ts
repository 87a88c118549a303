/** The reminder of a case: the same for everybody who gets it, and for whoever looks at it before. */
import type { ChecklistItem } from "contract/checklist";
import { countryOf } from "contract/countries";
import { documentCategoryLabel } from "contract/document-categories";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { ReminderData, RemindedPaper } from "#server/mail/templates/reminders.ts";
import type { CaseReading } from "#server/modules/checklist/checklist.service.ts";

const MOST_ITEMS = 60;
const MOST_OF_TEXT = 300;

export type ReminderContent = {
  reading: CaseReading;
  items: readonly ChecklistItem[];
  note: string | null;
  frame: ReminderData["frame"];
};

export function reminderData({ reading, items, note, frame }: ReminderContent): ReminderData {
  const { caseId } = reading.caseFile;
  const today = bureauToday();
  const isFull = runtime.config.mailContent === "full";
  const checklist = `${runtime.config.appOrigin}/case/${encodeURIComponent(caseId)}/checklist`;
  const paperOf = (item: ChecklistItem): RemindedPaper => ({
    label: isFull ? fullLabel(item) : plainLabel(item),
    state: item.state,
    dueOn: item.dueOn,
    isPast: item.dueOn !== null && item.dueOn < today,
    url: `${checklist}#${item.key}`,
    details: isFull ? detailsOf(item) : [],
  });
  const named = Map.groupBy(items.slice(0, MOST_ITEMS), ({ applicantId }) => applicantId);
  const ahead = items.flatMap(({ dueOn }) => (dueOn !== null && dueOn >= today ? [dueOn] : []));
  return {
    caseId,
    people: [...named].map(([id, ofPerson]) => ({
      heading: isFull ? fullName(id, reading) : roleName(id, reading),
      papers: ofPerson.map(paperOf),
    })),
    more: Math.max(0, items.length - MOST_ITEMS),
    note,
    earliest: ahead.toSorted()[0] ?? null,
    url: `${checklist}?open=1`,
    frame,
  };
}

function plainLabel({ extraId, category }: ChecklistItem): string {
  return extraId === null ? documentCategoryLabel(category) : "Another document";
}

function fullLabel({ label, country }: ChecklistItem): string {
  return country === null ? label : `${label} (${countryOf(country) ?? country})`;
}

function detailsOf({ help, documents, state }: ChecklistItem): string[] {
  const asked = documents.find(({ reviewState }) => reviewState === "changes_requested");
  const said = state === "changes_requested" ? (asked?.publicText ?? null) : null;
  return [said, help].flatMap((text) => (text ? [cut(text)] : []));
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > MOST_OF_TEXT ? `${line.slice(0, MOST_OF_TEXT - 1)}…` : line;
}

const EVERYBODY = "For everybody";
const roles = {
  "Main Applicant": "Main applicant",
  Spouse: "Spouse",
  "Dependent Child": "Child",
  "Dependent Resident": "Dependent resident",
} as const;

/** By what he is in the family; with his place among several. */
function roleName(id: number | null, { applicants }: CaseReading): string {
  const person = applicants.find((applicant) => applicant.id === id);
  if (person === undefined) return EVERYBODY;
  const alike = applicants.filter(({ category }) => category === person.category);
  const role = roles[person.category];
  return alike.length === 1 ? role : `${role} ${alike.indexOf(person) + 1}`;
}

function fullName(id: number | null, reading: CaseReading): string {
  const person = reading.applicants.find((applicant) => applicant.id === id);
  return person?.fullName.trim() || roleName(id, reading);
}
