/** The people of a case. Everybody who sees the case may write them down (D-080). */
import { and, eq, exists, inArray, not, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import {
  type Applicant,
  applicantMessages,
  comparedName,
  findApplicantProblem,
  type UpdateApplicantInput,
} from "contract/applicants";
import { countryOf } from "contract/countries";
import type { AuditableActor, SignedInActor } from "#server/core/actor.ts";
import { badField, notFound } from "#server/core/errors.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { prepared, UNNAMED } from "#server/database/prepared.ts";
import { readTogether } from "#server/database/read-together.ts";
import { applicants, type ApplicantRow } from "#server/database/tables/applicants.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { documents } from "#server/database/tables/documents.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { AuditEntry, Quiet } from "#server/events/domain-event.ts";
import { record } from "#server/events/record.ts";
import { lockCase, touchCase } from "#server/modules/cases/case-lock.ts";
import { assertSeesCase } from "#server/modules/cases/cases.policy.ts";
import {
  insertRow,
  keyForNumbers,
  presentApplicant,
  selectApplicants,
  writeRow,
  type Writing,
} from "./applicant-rows.ts";
import {
  mergeApplicants,
  passportAfter,
  type Placed,
  residencesAfter,
  type SavedRow,
  valuesOf,
} from "./applicants.merge.ts";
import { assertKnownIssuer } from "./passport-number.ts";

type Save = {
  caseId: number;
  rows: readonly SavedRow[];
  /** Said in the line of the activity: of which larger deed this is a part. */
  because?: Record<string, unknown>;
  quiet?: Quiet;
};
type Edit = {
  id: number;
  caseId: number;
  changes: z.output<typeof UpdateApplicantInput>;
  basedOn: number | null;
};

export async function list(actor: SignedInActor, caseId: number): Promise<Applicant[]> {
  const [people] = await readTogether((executor) =>
    Promise.all([listOfCase(executor, caseId), assertSeesCase(executor, actor, caseId)]),
  );
  return people;
}

/** The caller has seen the case, or sees it in the same moment. */
export async function listOfCase(executor: Executor, caseId: number): Promise<Applicant[]> {
  const rows = await applicantsOfCase(executor).execute({ caseId });
  return rows.map(presentApplicant);
}

const applicantsOfCase = prepared((executor) =>
  selectApplicants(executor, sql.placeholder("caseId")).prepare(UNNAMED),
);

/** Row by row: ids stay, rows that are no longer named go, and seeding twice is seeding once (S-33, D-078). */
export async function save(actor: AuditableActor, saved: Save): Promise<Applicant[]> {
  for (const [index, { residences, passportCountry }] of saved.rows.entries()) {
    assertKnownCountries(`applicants.${index}.residences`, residences);
    assertKnownIssuer(`applicants.${index}.passportCountry`, passportCountry);
  }
  const caseKey = await keyForNumbers(
    saved.caseId,
    saved.rows.map(({ passportNumber }) => passportNumber),
  );
  return inTransaction((tx) => saveIn(tx, actor, { ...saved, caseKey }));
}

/** For whoever writes more in the same transaction; passport numbers among it need the key of the case. */
export async function saveIn(
  tx: Transaction,
  actor: AuditableActor,
  { caseId, rows, because, quiet, caseKey = null }: Save & Partial<Pick<Writing, "caseKey">>,
): Promise<Applicant[]> {
  const [caseFile, stored] = await Promise.all([
    lockCase(tx, actor, caseId),
    selectApplicants(tx, caseId),
  ]);
  const { placed, removed } = mergeApplicants(stored, rows, caseFile);
  assertRules(placed.map(({ values }) => values));
  if (removed.length > 0) await removeRows(tx, removed);
  const written = await writeRows(tx, caseId, { placed, writing: { actor, caseKey } });
  if (removed.length === 0 && !written.hasChanged) return stored.map(presentApplicant);
  const said = { applicants: placed.length, ...because };
  const entries = written.entries.map((entry) => ({
    ...entry,
    metadata: { ...said, ...entry.metadata },
  }));
  await recordSaved(
    tx,
    { actor, caseFile, quiet },
    entries.length > 0 ? entries : [{ action: "update", metadata: said }],
  );
  const after = await selectApplicants(tx, caseId);
  return after.map(presentApplicant);
}

export async function update(actor: AuditableActor, edit: Edit): Promise<Applicant> {
  const { passportNumber, ...changes } = edit.changes;
  assertKnownCountries("residences", changes.residences);
  assertKnownIssuer("passportCountry", changes.passportCountry);
  const caseKey = await keyForNumbers(edit.caseId, [passportNumber]);
  return inTransaction(async (tx) => {
    const [caseFile, everybody] = await Promise.all([
      lockCase(tx, actor, edit.caseId),
      selectApplicants(tx, edit.caseId),
    ]);
    const stored = everybody.find((applicant) => applicant.id === edit.id);
    if (!stored) throw notFound("applicant");
    const others = everybody.filter((applicant) => applicant !== stored);
    if (isNameTaken(others, changes.fullName))
      throw badField("fullName", applicantMessages.duplicate);
    const values = {
      ...valuesOf(stored),
      ...changes,
      residences: residencesAfter(stored.residences, changes.residences),
      ...passportAfter(stored, changes),
    };
    const edited = { stored, values, basedOn: edit.basedOn, passportNumber };
    const saved = await writeRow(tx, edited, { actor, caseKey });
    if (!saved) return presentApplicant(stored);
    await recordSaved(tx, { actor, caseFile }, [saved.entry]);
    return presentApplicant(saved.row);
  });
}

/** A case that now has fewer people lets go of the rows beyond, but only of blank ones without documents (D-061). */
export async function trimEmptyApplicants(tx: Transaction, caseFile: CaseRow): Promise<void> {
  const everybody = await selectApplicants(tx, caseFile.id);
  const beyond = everybody.slice(caseFile.numberOfApplicants).map((applicant) => applicant.id);
  if (beyond.length === 0) return;
  const papers = tx
    .select({ one: sql`1` })
    .from(documents)
    .where(eq(documents.assignedTo, applicants.id));
  await tx
    .delete(applicants)
    .where(
      and(
        inArray(applicants.id, beyond),
        eq(sql`trim(${applicants.fullName})`, ""),
        not(exists(papers)),
      ),
    );
}

function assertRules(rows: readonly { fullName: string; category: string }[]): void {
  const problem = findApplicantProblem(rows, { allowBlankNames: true });
  if (problem) throw badField("applicants", problem);
}

function assertKnownCountries(field: string, named: readonly string[] | null | undefined): void {
  const isKnown = (named ?? []).every((country) => countryOf(country) !== null);
  if (!isKnown) throw badField(field, applicantMessages.country);
}

export function isNameTaken(others: readonly { fullName: string }[], fullName: string): boolean {
  const name = comparedName(fullName);
  return others.some((other) => comparedName(other.fullName) === name);
}

/** Their documents stay and belong to nobody in particular. */
async function removeRows(tx: Transaction, rows: readonly ApplicantRow[]): Promise<void> {
  await tx.delete(applicants).where(
    inArray(
      applicants.id,
      rows.map((row) => row.id),
    ),
  );
}

async function writeRows(
  tx: Transaction,
  caseId: number,
  { placed, writing }: { placed: readonly Placed[]; writing: Writing },
): Promise<{ entries: AuditEntry[]; hasChanged: boolean }> {
  const entries: AuditEntry[] = [];
  let hasChanged = false;
  for (const one of placed) {
    const { stored } = one;
    if (stored === null) {
      await insertRow(tx, { caseId, placed: one, writing });
      hasChanged = true;
      continue;
    }
    const saved = await writeRow(tx, { ...one, stored }, writing);
    if (!saved) continue;
    entries.push(saved.entry);
    hasChanged = true;
  }
  return { entries, hasChanged };
}

type Context = { actor: AuditableActor; caseFile: CaseRow; quiet?: Quiet | undefined };

async function recordSaved(tx: Transaction, context: Context, entries: AuditEntry[]) {
  const { actor, caseFile, quiet } = context;
  await touchCase(tx, caseFile.id);
  await record(tx, actor, {
    name: "applicants.saved",
    case: caseFile,
    quiet,
    entries,
  });
}
