/** One row of the people of a case: how it is read, presented and written. */
import { asc, eq, getTableColumns, notInArray, type Placeholder, sql } from "drizzle-orm";
import type { Applicant } from "contract/applicants";
import { categoriesOf } from "contract/document-categories";
import { passportMessages } from "contract/passports";
import { type Actor, isStaff } from "#server/core/actor.ts";
import { forbidden, notFound } from "#server/core/errors.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import { documents } from "#server/database/tables/documents.ts";
import type { AuditEntry } from "#server/events/domain-event.ts";
import { assertNoEditConflict } from "#server/events/edit-conflict.ts";
import { changesBetween } from "#server/events/record.ts";
import { makeCaseKey } from "#server/files/keys.ts";
import { type Placed, valuesOf } from "./applicants.merge.ts";
import { endingOfRow, markOf, sealNumber, type StoredApplicant } from "./passport-number.ts";

/** That there is a paper of the government is no news for everybody. */
const shownSource = sql<number | null>`
  case when ${notInArray(documents.category, categoriesOf("vanuatu"))} then ${documents.id} end`;

export function selectApplicants(executor: Executor, caseId: number | Placeholder) {
  return executor
    .select({
      ...getTableColumns(applicants),
      passportDocumentId: shownSource,
      caseKey: caseKeys.wrappedKey,
    })
    .from(applicants)
    .leftJoin(caseKeys, eq(caseKeys.caseId, applicants.caseId))
    .leftJoin(documents, eq(documents.id, applicants.passportDocumentId))
    .where(eq(applicants.caseId, caseId))
    .orderBy(asc(applicants.position), asc(applicants.id));
}

export function presentApplicant(row: StoredApplicant): Applicant {
  const { position: _position, ...values } = valuesOf(row);
  const { id, caseId, passportDocumentId, revision } = row;
  const passport = { passportEnding: endingOfRow(row), passportDocumentId };
  return { id, caseId, ...values, ...passport, version: revision };
}

/** Asked for before any lock is taken; null when no number is written. */
export async function keyForNumbers(
  caseId: number,
  numbers: readonly (string | null | undefined)[],
): Promise<Buffer | null> {
  return numbers.some((number) => number != null) ? makeCaseKey(caseId) : null;
}

/** What only staff may change; changes of the last one are everybody's. */
const staffFields = [
  "passportName",
  "passportNumber",
  "passportCountry",
  "passportExpiresOn",
] as const;
/** Named in the log, but never with their values. */
const unwrittenFields = new Set<string>([...staffFields, "placeOfBirth"]);

export interface Writing {
  actor: Actor;
  /** As `keyForNumbers` has made it. */
  caseKey: Buffer | null;
}

export async function insertRow(
  tx: Transaction,
  { caseId, placed, writing }: { caseId: number; placed: Placed; writing: Writing },
): Promise<void> {
  const { values, passportNumber } = placed;
  const fields = [
    ...staffFields.filter((field) => field !== "passportNumber" && values[field] !== null),
    ...(passportNumber == null ? [] : ["passportNumber"]),
  ];
  assertMayWrite(writing.actor, fields);
  const [row] = await tx
    .insert(applicants)
    .values({ caseId, ...values })
    .returning({ id: applicants.id });
  if (row && passportNumber != null)
    await tx
      .update(applicants)
      .set(numberColumns(passportNumber, row.id, writing))
      .where(eq(applicants.id, row.id));
}

/** Null when nothing is different. */
export async function writeRow(
  tx: Transaction,
  placed: Placed & { stored: StoredApplicant },
  writing: Writing,
): Promise<{ row: StoredApplicant; entry: AuditEntry } | null> {
  const { stored, values, basedOn, passportNumber } = placed;
  const changes = changesBetween(valuesOf(stored), values);
  const mark = passportNumber == null ? null : markOf(passportNumber);
  const hasNumber = passportNumber !== undefined && mark !== stored.passportMark;
  const fields = [...Object.keys(changes), ...(hasNumber ? ["passportNumber"] : [])];
  if (fields.length === 0) return null;
  assertMayWrite(writing.actor, fields);
  await assertNoEditConflict(tx, {
    subject: { kind: "applicant", id: stored.id },
    basedOn,
    current: { ...stored, passportNumber: endingOfRow(stored) },
    fields,
  });
  const [row] = await tx
    .update(applicants)
    .set({
      ...values,
      ...(hasNumber ? numberColumns(passportNumber, stored.id, writing) : {}),
      // What was typed comes from no document.
      ...(fields.some(isStaffField) ? { passportDocumentId: null } : {}),
    })
    .where(eq(applicants.id, stored.id))
    .returning();
  if (!row) throw notFound("applicant");
  const written = Object.entries(changes).filter(([field]) => !unwrittenFields.has(field));
  const unwritten = fields.filter((field) => unwrittenFields.has(field));
  return {
    row: {
      ...row,
      passportDocumentId: row.passportDocumentId && stored.passportDocumentId,
      caseKey: stored.caseKey,
    },
    entry: {
      action: "update",
      metadata: {
        applicantId: row.id,
        ...Object.fromEntries(written),
        ...(unwritten.length > 0 ? { fields: unwritten } : {}),
      },
      subject: { kind: "applicant", id: row.id, revision: row.revision },
    },
  };
}

function assertMayWrite(actor: Actor, fields: readonly string[]): void {
  if (!isStaff(actor) && fields.some(isStaffField)) throw forbidden(passportMessages.staffOnly);
}

export function isStaffField(field: string): boolean {
  return staffFields.some((known) => known === field);
}

export function numberColumns(
  number: string | null,
  id: number,
  { caseKey }: Pick<Writing, "caseKey">,
) {
  if (number === null) return { passportNumber: null, passportMark: null };
  if (caseKey === null) throw new Error("The key of the case was not made");
  return { passportNumber: sealNumber(caseKey, number, id), passportMark: markOf(number) };
}
