/** A reading as staff see it: proposals, comparisons and warnings, derived from the sealed lines and the case as it is. */
import type { PassportReading, ProposedField } from "contract/readings";
import type { Actor } from "#server/core/actor.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { Executor } from "#server/database/connection.ts";
import type { ApplicantRow } from "#server/database/tables/applicants.ts";
import { markOf, openNumber } from "#server/modules/applicants/passport-number.ts";
import type { DerivedChecklist } from "#server/modules/checklist/checklist-of.ts";
import { placeOfDocument } from "#server/modules/checklist/document-place.ts";
import { type CaseFacts, checklistWith } from "#server/modules/documents/document-answers.ts";
import { type HowRead, judgeLines, type JudgedLines } from "./lines/judge-lines.ts";
import { stateOf } from "./lines/likeness.ts";
import { proposalsOf } from "./proposals.ts";
import { type ReadDocument, sameNumbers, type StoredReading } from "./readings.queries.ts";
import { openLines, type ReadLines } from "./sealed-lines.ts";
import { warningsOf } from "./warnings.ts";

/** What lines are looked at beside. */
type Beside = {
  facts: CaseFacts;
  applicant: ApplicantRow | null;
  caseKey: Buffer | null;
  verdicts: StoredReading["verdicts"];
};
type Window = { basis: string; days: number; referenceDay: string } | null;
type ReadOfCase = ReadDocument & { facts: CaseFacts };
type Content = Pick<PassportReading, "document" | "fields" | "lines" | "warnings">;

const nothing: Content = { document: null, fields: [], lines: null, warnings: [] };

export async function answerOf(
  executor: Executor,
  actor: Actor,
  { reading, document, facts }: ReadOfCase,
): Promise<PassportReading> {
  const applicant = personOf(facts, document);
  const { state, problem, page, digits, clearedAt, caseKey, verdicts } = reading;
  const read = openLines(reading);
  const content = read
    ? await contentOf(executor, actor, {
        read,
        how: howRead(reading, read),
        isUnsure: isPartial(reading, read),
        beside: { facts, applicant, caseKey, verdicts },
        window: windowOf(facts, document),
      })
    : nothing;
  const person = { applicantId: applicant?.id ?? null, version: applicant?.revision ?? null };
  return { state, problem, page, digits, clearedAt, ...content, ...person };
}

/** Lines that somebody typed are taken as they stand. */
export async function answerOfTyped(
  executor: Executor,
  actor: Actor,
  {
    lines,
    digits,
    ...beside
  }: Omit<Beside, "verdicts"> & { lines: [string, string]; digits: string },
): Promise<PassportReading> {
  const { applicant, facts } = beside;
  const content = await contentOf(executor, actor, {
    read: { lines, doubtful: [] },
    isUnsure: false,
    beside: { ...beside, verdicts: {} },
    window: applicant && windowOfPerson(checklistWith(facts, []), applicant.id),
  });
  return {
    state: null,
    problem: null,
    page: null,
    digits,
    clearedAt: null,
    ...content,
    applicantId: applicant?.id ?? null,
    version: applicant?.revision ?? null,
  };
}

/** The proposals alone; none where no lines are kept. */
export function fieldsOf({ reading, document, facts }: ReadOfCase): ProposedField[] {
  const read = openLines(reading);
  if (!read) return [];
  const applicant = personOf(facts, document);
  const judged = judgedBeside(read, { facts, applicant }, howRead(reading, read));
  const number = applicant && openNumber({ ...applicant, caseKey: reading.caseKey });
  return proposalsOf(judged, { applicant, number, verdicts: reading.verdicts });
}

function personOf(
  { people }: CaseFacts,
  { assignedTo }: ReadDocument["document"],
): ApplicantRow | null {
  return people.find(({ id }) => id === assignedTo) ?? null;
}

/** What the lines say to this person. */
function judgedBeside(
  read: ReadLines,
  { facts, applicant }: Pick<Beside, "facts" | "applicant">,
  how?: HowRead,
): JudgedLines {
  const ofCase = applicant?.category === "Main Applicant" ? facts.caseFile.nationality : null;
  return judgeLines(...read.lines, {
    today: bureauToday(),
    knownNationality: applicant?.nationality ?? ofCase,
    ...(how && { read: how }),
  });
}

function howRead({ likeness, namesAgreed }: StoredReading, { doubtful }: ReadLines): HowRead {
  return { likeness: likeness ?? 0, doubtful, namesAgreed };
}

/** Also of old proposals that stay while the passport is read again. */
function isPartial({ digits, likeness }: StoredReading, { doubtful }: ReadLines): boolean {
  return stateOf({ digits: digits ?? "", likeness: likeness ?? 0, doubtful }) === "partial";
}

type Looking = {
  read: ReadLines;
  how?: HowRead;
  isUnsure: boolean;
  beside: Beside;
  window: Window;
};

async function contentOf(
  executor: Executor,
  actor: Actor,
  { read, how, isUnsure, beside, window }: Looking,
): Promise<Content> {
  const { facts, applicant, caseKey, verdicts } = beside;
  const judged = judgedBeside(read, beside, how);
  const valueOf = (name: string) => judged.fields.find((field) => field.name === name)?.value;
  const number = valueOf("passportNumber");
  const marks = number
    ? await sameNumbers(executor, actor, {
        mark: markOf(number),
        country: valueOf("passportCountry") ?? null,
        caseId: facts.caseFile.id,
        applicantId: applicant?.id ?? null,
      })
    : [];
  const warnings = warningsOf({
    judged,
    isPartial: isUnsure,
    applicant,
    others: facts.people.filter((person) => person !== applicant && person.fullName !== ""),
    caseNationality: facts.caseFile.nationality,
    rule: window?.basis === "expiry-date" ? { days: window.days } : null,
    referenceDay: window?.referenceDay ?? bureauToday(),
    today: bureauToday(),
    marks,
  });
  const known = applicant && openNumber({ ...applicant, caseKey });
  return {
    document: judged.document,
    fields: proposalsOf(judged, { applicant, number: known, verdicts }),
    lines: read.lines,
    warnings,
  };
}

/** How long the passport has to be valid, by the rule of its item. */
function windowOf(facts: CaseFacts, document: ReadDocument["document"]): Window {
  const asked = { ...document, earlierCount: 0 };
  return placeOfDocument(checklistWith(facts, [asked]), asked).item?.window ?? null;
}

function windowOfPerson({ items }: DerivedChecklist, applicantId: number): Window {
  const item = items.find((one) => one.category === "passport" && one.applicantId === applicantId);
  return item?.window ?? null;
}
