/** One case of a file with its people, by the services that screens use: the same rules, events, lists and search. */
import type * as z from "zod/mini";
import { comparedName, type SaveApplicantsInput } from "contract/applicants";
import { DEFAULT_FIU_FEE } from "contract/cases";
import { fold } from "contract/fold";
import type { ImportOptions } from "contract/imports";
import type { SignedInActor } from "#server/core/actor.ts";
import { startOfBureauDay } from "#server/database/bureau-clock.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { Quiet } from "#server/events/domain-event.ts";
import { makeKeyOfNewCase } from "#server/files/keys.ts";
import * as applicants from "#server/modules/applicants/applicants.service.ts";
import { peopleTakenOut } from "#server/modules/applicants/people-taken-out.service.ts";
import * as assignments from "#server/modules/cases/assignments.service.ts";
import * as cases from "#server/modules/cases/cases.service.ts";
import type { CaseValues } from "./case-values.ts";
import type { CaseGroup, PersonValues } from "./checked-rows.ts";

type SavedPerson = z.output<typeof SaveApplicantsInput>["applicants"][number];
type State = "created" | "updated" | "unchanged" | "skipped";
/** Field → what it was and what it has become. */
export type Changes = Record<string, { from: unknown; to: unknown }>;
/** Of the case, and of people who were there. */
export type Before = { fields: Changes; people: { id: number; changes: Changes }[] };
export type Written = {
  state: State;
  caseId: number;
  /** Ids of what was added. */
  made: { people: number[]; assigned: number[] };
  before: Before;
};
export type Because = { because: Record<string, unknown>; quiet: Quiet };

type Writing = Because & {
  group: CaseGroup;
  options: ImportOptions;
  existingId: number | null;
  /** Of the case that is there, for the numbers of passports. */
  caseKey: Buffer | null;
};

export const numbersIn = ({ people }: CaseGroup) =>
  people.map(({ values }) => values.passportNumber);

const unchanged: Before = { fields: {}, people: [] };

export async function writeCase(
  tx: Transaction,
  actor: SignedInActor,
  writing: Writing,
): Promise<Written> {
  const { group, options, existingId } = writing;
  if (existingId === null) return open(tx, actor, writing);
  const nothing = { people: [], assigned: [] };
  if (options.existing === "skip")
    return { state: "skipped", caseId: existingId, made: nothing, before: unchanged };
  const fields = group.row
    ? await change(tx, actor, { ...writing, caseId: existingId, values: group.row.values })
    : {};
  const assigned = await assign(tx, actor, { ...writing, caseId: existingId });
  const people = await addPeople(tx, actor, { ...writing, caseId: existingId });
  const isUnchanged = Object.keys(fields).length + assigned.length === 0 && !people.hasChanged;
  return {
    state: isUnchanged ? "unchanged" : "updated",
    caseId: existingId,
    made: { people: people.added, assigned },
    before: { fields, people: people.changed },
  };
}

async function open(
  tx: Transaction,
  actor: SignedInActor,
  { group, because, quiet }: Writing,
): Promise<Written> {
  const values = group.row?.values;
  if (!values?.program || !values.nationality)
    throw new Error("A row without its case was written");
  const input = values;
  const moment = (day: string | undefined) =>
    day === undefined ? null : startOfBureauDay(day).toISOString();
  const row = await cases.openIn(tx, actor, {
    caseId: input.caseId,
    title: input.title,
    description: input.description,
    citizenshipProgram: values.program,
    nationality: values.nationality as never,
    status: input.status ?? "onboarding",
    gender: input.salutation ?? null,
    numberOfApplicants: input.applicants ?? Math.max(1, group.people.length),
    fiuFee: input.fiuFee ?? DEFAULT_FIU_FEE,
    citizenshipFee: input.citizenshipFee ?? 0,
    assignedUsers: [...input.advisers, ...input.clients],
    past: {
      because,
      quiet,
      submissionOn: input.submissionOn ?? null,
      createdAt: moment(input.createdOn),
      statusSince: moment(input.statusSince),
    },
  });
  const people = group.people.map(({ values: person }) => person);
  const hasNumbers = numbersIn(group).some((number) => number !== undefined);
  const caseKey = hasNumbers ? await makeKeyOfNewCase(tx, row.id) : null;
  if (people.length > 0)
    await applicants.saveIn(tx, actor, { caseId: row.id, rows: people, because, quiet, caseKey });
  return {
    state: "created",
    caseId: row.id,
    made: { people: [], assigned: [] },
    before: unchanged,
  };
}

type OfCase = Writing & { caseId: number };

/** Only filled cells; what has happened in the portal stays. */
async function change(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, values, because, quiet }: OfCase & { values: CaseValues },
): Promise<Changes> {
  const wanted = {
    ...(values.title === "" ? {} : { title: values.title }),
    ...(values.description === "" ? {} : { description: values.description }),
    ...(values.nationality === undefined ? {} : { nationality: values.nationality }),
    ...(values.salutation === undefined ? {} : { gender: values.salutation }),
    ...(values.applicants === undefined ? {} : { numberOfApplicants: values.applicants }),
    ...(values.fiuFee === undefined ? {} : { fiuFee: values.fiuFee }),
    ...(values.citizenshipFee === undefined ? {} : { citizenshipFee: values.citizenshipFee }),
    ...(values.submissionOn === undefined ? {} : { submissionOn: values.submissionOn }),
  };
  const edit = { id: caseId, changes: wanted, basedOn: null, because, quiet };
  const { before, after } = await cases.updateIn(tx, actor, edit);
  const fields = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (field) => before[field] !== after[field],
  );
  return Object.fromEntries(
    fields.map((field) => [field, { from: before[field], to: after[field] }]),
  );
}

/** Nobody is taken off. */
async function assign(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, group, because, quiet }: OfCase,
): Promise<number[]> {
  const added: number[] = [];
  const people = group.row ? [...group.row.values.advisers, ...group.row.values.clients] : [];
  for (const userId of people)
    if (await assignments.assignIn(tx, actor, { caseId, userId, because, quiet }))
      added.push(userId);
  return added;
}

/** Whoever is there by name, and by birth date where both are known, is the same; others come after them. */
async function addPeople(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, group, because, quiet, caseKey }: OfCase,
): Promise<{ added: number[]; changed: Before["people"]; hasChanged: boolean }> {
  if (group.people.length === 0) return { added: [], changed: [], hasChanged: false };
  const stored = await applicants.listOfCase(tx, caseId);
  const numbers = caseKey === null ? null : await numbersOfCase(tx, caseId);
  const changed: Before["people"] = [];
  const rows: SavedPerson[] = stored.map(({ version: _version, ...person }) => person);
  for (const { values } of group.people) {
    const at = rows.findIndex((row) => isSamePerson(row, values));
    const there = stored[at];
    if (!there) rows.push(values);
    else {
      const given = filled(values);
      rows[at] = { ...rows[at], ...given } as SavedPerson;
      const before = { ...there, passportNumber: numbers?.get(there.id) };
      changed.push({ id: there.id, changes: changesTo(before, given) });
    }
  }
  const saved = await applicants.saveIn(tx, actor, { caseId, rows, because, quiet, caseKey });
  const before = new Map(stored.map(({ id, version }) => [id, version]));
  return {
    added: saved.flatMap(({ id }) => (before.has(id) ? [] : [id])),
    changed: changed.filter(({ changes }) => Object.keys(changes).length > 0),
    hasChanged: saved.some(({ id, version }) => before.get(id) !== version),
  };
}

export async function numbersOfCase(tx: Transaction, caseId: number) {
  const people = await peopleTakenOut(tx, caseId);
  return new Map(people.map(({ answer, passportNumber }) => [answer.id, passportNumber]));
}

function changesTo(before: Record<string, unknown>, given: Partial<PersonValues>): Changes {
  const changed = Object.entries(given).filter(([field, to]) => !isSame(before[field], to));
  return Object.fromEntries(
    changed.map(([field, to]) => [field, { from: before[field] ?? null, to }]),
  );
}

/** Lists of countries as well. */
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function isSamePerson(row: SavedPerson, values: PersonValues): boolean {
  const isSameName = fold(comparedName(row.fullName)) === fold(comparedName(values.fullName));
  return (
    isSameName &&
    (!row.dateOfBirth || !values.dateOfBirth || row.dateOfBirth === values.dateOfBirth)
  );
}

function filled(values: PersonValues): Partial<PersonValues> {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => field !== "fullName" && value !== undefined),
  );
}
