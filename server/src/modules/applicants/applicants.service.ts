/** The people of a case. Everybody who sees the case may write them down (D-080). */
import { and, asc, eq, exists, inArray, not, type Placeholder, sql } from "drizzle-orm";
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
import { withVersion } from "#server/core/revision.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { prepared, UNNAMED } from "#server/database/prepared.ts";
import { readTogether } from "#server/database/read-together.ts";
import { applicants, type ApplicantRow } from "#server/database/tables/applicants.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { documents } from "#server/database/tables/documents.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { AuditEntry } from "#server/events/domain-event.ts";
import { assertNoEditConflict } from "#server/events/edit-conflict.ts";
import { changesBetween, record } from "#server/events/record.ts";
import { lockCase, touchCase } from "#server/modules/cases/case-lock.ts";
import { assertSeesCase } from "#server/modules/cases/cases.policy.ts";
import {
  mergeApplicants,
  type Placed,
  residencesAfter,
  type SavedRow,
  valuesOf,
} from "./applicants.merge.ts";

type Save = { caseId: number; rows: readonly SavedRow[] };
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
  return rows.map(withVersion);
}

const applicantsOfCase = prepared((executor) =>
  selectApplicants(executor, sql.placeholder("caseId")).prepare(UNNAMED),
);

/** Row by row: ids stay, rows that are no longer named go, and seeding twice is seeding once (S-33, D-078). */
export async function save(actor: AuditableActor, { caseId, rows }: Save): Promise<Applicant[]> {
  for (const [index, { residences }] of rows.entries())
    assertKnownCountries(`applicants.${index}.residences`, residences);
  return inTransaction(async (tx) => {
    const [caseFile, stored] = await Promise.all([
      lockCase(tx, actor, caseId),
      selectApplicants(tx, caseId),
    ]);
    const { placed, removed } = mergeApplicants(stored, rows, caseFile);
    assertRules(placed.map(({ values }) => values));
    if (removed.length > 0) await removeRows(tx, removed);
    const written = await writeRows(tx, caseId, placed);
    if (removed.length === 0 && !written.hasChanged) return stored.map(withVersion);
    const count = { applicants: placed.length };
    const entries = written.entries.map((entry) => ({
      ...entry,
      metadata: { ...count, ...entry.metadata },
    }));
    await recordSaved(
      tx,
      { actor, caseFile },
      entries.length > 0 ? entries : [{ action: "update", metadata: count }],
    );
    const saved = await selectApplicants(tx, caseId);
    return saved.map(withVersion);
  });
}

export async function update(actor: AuditableActor, edit: Edit): Promise<Applicant> {
  assertKnownCountries("residences", edit.changes.residences);
  return inTransaction(async (tx) => {
    const [caseFile, everybody] = await Promise.all([
      lockCase(tx, actor, edit.caseId),
      selectApplicants(tx, edit.caseId),
    ]);
    const stored = everybody.find((applicant) => applicant.id === edit.id);
    if (!stored) throw notFound("applicant");
    const others = everybody.filter((applicant) => applicant !== stored);
    if (isNameTaken(others, edit.changes.fullName))
      throw badField("fullName", applicantMessages.duplicate);
    const saved = await writeRow(tx, {
      stored,
      values: {
        ...valuesOf(stored),
        ...edit.changes,
        residences: residencesAfter(stored.residences, edit.changes.residences),
      },
      basedOn: edit.basedOn,
    });
    if (!saved) return withVersion(stored);
    await recordSaved(tx, { actor, caseFile }, [saved.entry]);
    return withVersion(saved.row);
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

function selectApplicants(executor: Executor, caseId: number | Placeholder) {
  return executor
    .select()
    .from(applicants)
    .where(eq(applicants.caseId, caseId))
    .orderBy(asc(applicants.position), asc(applicants.id));
}

function assertRules(rows: readonly { fullName: string; category: string }[]): void {
  const problem = findApplicantProblem(rows, { allowBlankNames: true });
  if (problem) throw badField("applicants", problem);
}

function assertKnownCountries(field: string, named: readonly string[] | null | undefined): void {
  const isKnown = (named ?? []).every((country) => countryOf(country) !== null);
  if (!isKnown) throw badField(field, applicantMessages.country);
}

function isNameTaken(others: readonly { fullName: string }[], fullName: string): boolean {
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
  placed: readonly Placed[],
): Promise<{ entries: AuditEntry[]; hasChanged: boolean }> {
  const entries: AuditEntry[] = [];
  let hasChanged = false;
  for (const { stored, values, basedOn } of placed) {
    if (stored === null) {
      await tx.insert(applicants).values({ caseId, ...values });
      hasChanged = true;
      continue;
    }
    const saved = await writeRow(tx, { stored, values, basedOn });
    if (!saved) continue;
    entries.push(saved.entry);
    hasChanged = true;
  }
  return { entries, hasChanged };
}

/** Null when nothing is different. */
async function writeRow(
  tx: Transaction,
  { stored, values, basedOn }: Placed & { stored: ApplicantRow },
): Promise<{ row: ApplicantRow; entry: AuditEntry } | null> {
  const changes = changesBetween(valuesOf(stored), values);
  const fields = Object.keys(changes);
  if (fields.length === 0) return null;
  await assertNoEditConflict(tx, {
    subject: { kind: "applicant", id: stored.id },
    basedOn,
    current: stored,
    fields,
  });
  const [row] = await tx
    .update(applicants)
    .set(values)
    .where(eq(applicants.id, stored.id))
    .returning();
  if (!row) throw notFound("applicant");
  return {
    row,
    entry: {
      action: "update",
      metadata: { applicantId: row.id, ...changes },
      subject: { kind: "applicant", id: row.id, revision: row.revision },
    },
  };
}

type Context = { actor: AuditableActor; caseFile: CaseRow };

async function recordSaved(tx: Transaction, context: Context, entries: AuditEntry[]) {
  const { actor, caseFile } = context;
  await touchCase(tx, caseFile.id);
  await record(tx, actor, {
    name: "applicants.saved",
    case: caseFile,
    entries,
  });
}
