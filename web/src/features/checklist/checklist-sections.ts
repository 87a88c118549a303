/** The checklist as it stands on the screen: sections, their parts and lines. Pure. */
import type { Applicant } from "contract/applicants";
import type { Checklist, ChecklistItem } from "contract/checklist";
import { type ItemState, type MissingFact, missingFacts } from "contract/checklist-parts";
import { type DocumentGroup, documentGroupLabels } from "contract/document-categories";
import { checklistMessages as texts } from "#web/messages/checklist.ts";

export type Arrangement = "person" | "stage";

export type ListedPerson = {
  readonly id: number;
  /** An applicant without a name yet is a number. */
  readonly name: string;
  readonly category: Applicant["category"];
};

export type ItemLine = { readonly kind: "item"; readonly item: ChecklistItem };
/** A fact that is missing of a person, and how many items depend on it. */
export type FactLine = {
  readonly kind: "fact";
  readonly person: ListedPerson;
  readonly fact: MissingFact;
  readonly count: number;
};
export type Line = ItemLine | FactLine;

export type Part = {
  readonly id: string;
  readonly title: string;
  readonly done: number;
  readonly total: number;
  readonly lines: readonly Line[];
  /** Not needed, and not yet: folded until somebody looks. */
  readonly notNeeded: readonly ChecklistItem[];
  readonly later: readonly ChecklistItem[];
};

export type Section = {
  readonly id: string;
  readonly kind: "person" | "case" | "government" | "stage";
  readonly title: string;
  readonly person: ListedPerson | null;
  readonly turns: Checklist["people"][number]["turns"];
  readonly done: number;
  readonly total: number;
  readonly parts: readonly Part[];
};

const GOVERNMENT: DocumentGroup = "vanuatu";
const stages = ["stage1", "stage2", "forms"] as const satisfies readonly DocumentGroup[];

/** What somebody has still to do something about; what expires soon too. */
const openStates: ReadonlySet<ItemState> = new Set([
  "missing",
  "waiting",
  "changes_requested",
  "expired",
  "expiring",
  "undecided",
]);

export type Shown = {
  readonly arrangement: Arrangement;
  readonly openOnly: boolean;
  readonly state: ItemState | null;
};

export function listedPeople(applicants: readonly Applicant[]): ListedPerson[] {
  return applicants.map(({ id, fullName, category }, place) => ({
    id,
    name: fullName.trim() || texts.applicantNumber(place + 1),
    category,
  }));
}

/** More than a large screen holds. */
const LINES_AT_ONCE = 60;

/** Every section with its head, and as many lines as can be seen: the others are drawn a moment later. */
export function beginningOf(sections: readonly Section[]): Section[] {
  let left = LINES_AT_ONCE;
  return sections.map((section) => ({
    ...section,
    parts: section.parts.map((part) => {
      const lines = part.lines.slice(0, left);
      left -= lines.length;
      return { ...part, lines };
    }),
  }));
}

/** Sections without a line to show are left out while something is filtered. */
export function sectionsOf(
  { items, people: counts }: Pick<Checklist, "items" | "people">,
  people: readonly ListedPerson[],
  shown: Shown,
): Section[] {
  const facts = factLines(items, people);
  const kept = items.filter((item) => isShown(item, shown));
  const make = (head: Pick<Section, "id" | "kind" | "title">, parts: readonly Part[]): Section => ({
    ...head,
    person: null,
    turns: null,
    done: sum(parts.map(({ done }) => done)),
    total: sum(parts.map(({ total }) => total)),
    parts,
  });
  const part = (id: string, title: string, belongs: (item: ChecklistItem) => boolean): Part => ({
    id,
    title,
    ...countOf(items.filter(belongs)),
    ...linesOf(kept.filter(belongs), facts),
  });
  const isOrdinary = (item: ChecklistItem) => item.group !== GOVERNMENT;
  const isOf = (person: ListedPerson) => (item: ChecklistItem) => item.applicantId === person.id;
  const ofCase = (item: ChecklistItem) => item.applicantId === null;

  const byPerson = () => [
    ...people.map((person) => {
      const count = counts.find(({ applicantId }) => applicantId === person.id);
      const parts = stages.map((stage) =>
        part(
          `${person.id}-${stage}`,
          documentGroupLabels[stage],
          (item) => item.group === stage && isOf(person)(item),
        ),
      );
      return {
        ...make({ id: `person-${person.id}`, kind: "person", title: person.name }, parts),
        person,
        turns: count?.turns ?? null,
        done: count?.done ?? 0,
        total: count?.total ?? 0,
      };
    }),
    make(
      { id: "whole-case", kind: "case", title: texts.wholeCase },
      stages.map((stage) =>
        part(
          `case-${stage}`,
          documentGroupLabels[stage],
          (item) => item.group === stage && ofCase(item),
        ),
      ),
    ),
  ];
  const byStage = () =>
    stages.map((stage) =>
      make({ id: stage, kind: "stage", title: documentGroupLabels[stage] }, [
        ...people.map((person) =>
          part(
            `${stage}-${person.id}`,
            person.name,
            (item) => item.group === stage && isOf(person)(item),
          ),
        ),
        part(`${stage}-case`, texts.wholeCase, (item) => item.group === stage && ofCase(item)),
      ]),
    );
  const government = make({ id: "government", kind: "government", title: texts.byGovernment }, [
    ...people.map((person) =>
      part(
        `government-${person.id}`,
        person.name,
        (item) => !isOrdinary(item) && isOf(person)(item),
      ),
    ),
    part("government-case", texts.wholeCase, (item) => !isOrdinary(item) && ofCase(item)),
  ]);
  return [...(shown.arrangement === "person" ? byPerson() : byStage()), government]
    .map((section) => ({ ...section, parts: section.parts.filter((each) => !isEmpty(each)) }))
    .filter(
      ({ kind, parts }) =>
        parts.length > 0 || (kind === "person" && !shown.openOnly && shown.state === null),
    );
}

export function isOpen(state: ItemState): boolean {
  return openStates.has(state);
}

/** Counted, of the client, and something to send: what the PDF names. */
export function isNeededFromClient({ counted, providedBy, state }: ChecklistItem): boolean {
  return (
    counted &&
    providedBy === "client" &&
    (state === "missing" ||
      state === "changes_requested" ||
      state === "expired" ||
      state === "expiring")
  );
}

/** Whether it waits for a fact of the person and not for an answer of staff. */
function missingFactOf({ state, reason }: ChecklistItem): MissingFact | null {
  if (state !== "undecided") return null;
  return missingFacts.find((fact) => fact === reason) ?? null;
}

function isShown(item: ChecklistItem, { openOnly, state }: Shown): boolean {
  if (state !== null) return item.state === state && item.counted;
  return !openOnly || openStates.has(item.state);
}

function isEmpty({ lines, notNeeded, later }: Part): boolean {
  return lines.length + notNeeded.length + later.length === 0;
}

function countOf(items: readonly ChecklistItem[]): { done: number; total: number } {
  const counted = items.filter((item) => item.counted);
  const done = counted.filter(({ state }) => state === "accepted" || state === "expiring");
  return { done: done.length, total: counted.length };
}

/** One line for each person and fact, where the first of its items would stand. */
function linesOf(items: readonly ChecklistItem[], facts: ReadonlyMap<string, FactLine>) {
  const lines: Line[] = [];
  for (const item of items) {
    if (item.state === "not_required" || item.state === "not_yet_due") continue;
    const fact = missingFactOf(item);
    if (fact === null) lines.push({ kind: "item", item });
    else {
      const line = facts.get(item.key);
      if (line) lines.push(line);
    }
  }
  return {
    lines,
    notNeeded: items.filter(({ state }) => state === "not_required"),
    later: items.filter(({ state }) => state === "not_yet_due"),
  };
}

/** By the key of the first item that waits for the fact. */
function factLines(
  items: readonly ChecklistItem[],
  people: readonly ListedPerson[],
): Map<string, FactLine> {
  const found = new Map<string, FactLine>();
  for (const person of people) {
    for (const fact of missingFacts) {
      const waiting = items.filter(
        (item) => item.applicantId === person.id && missingFactOf(item) === fact,
      );
      const [first] = waiting;
      if (first) found.set(first.key, { kind: "fact", person, fact, count: waiting.length });
    }
  }
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
