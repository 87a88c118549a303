/**
 * What the rows of a file would become, and what is wrong with them. Pure: the dry run shows it, the run asks it once
 * more with the cases that are there by then.
 */
import { findApplicantProblem } from "contract/applicants";
import { MAX_APPLICANTS } from "contract/cases";
import type { ImportOptions } from "contract/imports";
import {
  type CaseGroup,
  codeKey,
  isBlocked,
  type Known,
  type SheetToCheck,
  type ToCheck,
} from "./checked-rows.ts";
import { readCase } from "./read-case.ts";
import { readPerson } from "./read-person.ts";
import { type ColumnReader, columnReader } from "./row-reader.ts";

export function checkImport({ cases, people, options, known }: ToCheck): CaseGroup[] {
  const reader = columnReader(cases, options);
  const groups = new Map<string, CaseGroup>();
  const alone: CaseGroup[] = [];
  for (const row of cases.rows) {
    const checked = readCase(reader.at(row), known);
    const { caseId: code } = checked.values;
    const first = groups.get(codeKey(code))?.row;
    if (code !== "" && first)
      reader.tell(checked, "caseId", `Case ID stands in row ${first.number} too`);
    const existing = known.cases.get(codeKey(code)) ?? null;
    if (existing && checked.values.program && checked.values.program !== existing.program)
      reader.tell(checked, "program", "The program of an existing case differs");
    const group = { code, row: { ...checked, existing }, existing, people: [] };
    if (code === "" || first) alone.push(group);
    else groups.set(codeKey(code), group);
  }
  const lost = people ? placePeople(people, { groups, options, known }) : [];
  for (const group of groups.values()) checkPeople(group);
  return [...groups.values(), ...alone, ...lost];
}

type Placing = { groups: Map<string, CaseGroup>; options: ImportOptions; known: Known };

/** Answers those of no case. */
function placePeople(sheet: SheetToCheck, { groups, options, known }: Placing): CaseGroup[] {
  const reader: ColumnReader = columnReader(sheet, options);
  const lost: CaseGroup[] = [];
  for (const row of sheet.rows) {
    const person = readPerson(reader.at(row), known.today);
    const existing = known.cases.get(codeKey(person.code)) ?? null;
    let group = groups.get(codeKey(person.code));
    if (!group && existing) {
      group = { code: person.code, row: null, existing, people: [] };
      groups.set(codeKey(person.code), group);
    }
    if (group) group.people.push(person);
    else {
      if (person.code !== "")
        reader.tell(person, "caseId", "People of a case that is not in the file or the portal");
      lost.push({ code: person.code, row: null, existing: null, people: [person] });
    }
  }
  return lost;
}

/** A case that is there already has people of its own: what they become together is judged when they are written. */
function checkPeople({ existing, people }: CaseGroup): void {
  for (const { problems } of people.slice(MAX_APPLICANTS))
    problems.push({ column: null, text: "More than 10 people", level: "problem" });
  if (existing) return;
  const left = people.filter((person) => !isBlocked(person));
  const text = findApplicantProblem(
    left.map(({ values }) => values),
    { allowBlankNames: true },
  );
  if (text === null || left.length === 0) return;
  for (const { problems } of left) problems.push({ column: null, text, level: "problem" });
}
