/** Values that somebody takes over from a passport, or takes back: one person, in the transaction of that decision. */
import { eq } from "drizzle-orm";
import { applicantMessages } from "contract/applicants";
import type { AuditableActor } from "#server/core/actor.ts";
import { badField, notFound } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { assertNoEditConflict } from "#server/events/edit-conflict.ts";
import { changesBetween, record } from "#server/events/record.ts";
import { touchCase } from "#server/modules/cases/case-lock.ts";
import { isStaffField, numberColumns } from "./applicant-rows.ts";
import { type ApplicantValues, valuesOf } from "./applicants.merge.ts";
import { isNameTaken } from "./applicants.service.ts";
import { endingOfRow, markOf, type StoredApplicant } from "./passport-number.ts";

export type TakenValues = Partial<
  Pick<
    ApplicantValues,
    | "fullName"
    | "dateOfBirth"
    | "gender"
    | "nationality"
    | "passportName"
    | "passportCountry"
    | "passportExpiresOn"
  >
> & { passportNumber?: string | null };

export type Taking = {
  caseFile: CaseRow;
  /** Everybody of the case, locked with it. */
  people: readonly StoredApplicant[];
  person: StoredApplicant;
  values: TakenValues;
  /** The version that was looked at; null: what is there now. */
  basedOn: number | null;
  caseKey: Buffer;
  /** The document that the passport's values are from now on said to be from. */
  passportDocumentId: number | null;
  /** For the line of the activity; no values. */
  said: { source: "reading" | "undo"; documentId: number; documentName: string };
};

/** Also who takes the same value on an older version learns that somebody was there before. */
export async function takeValues(
  tx: Transaction,
  actor: AuditableActor,
  { caseFile, people, person, values, basedOn, ...taking }: Taking,
): Promise<void> {
  const { passportNumber, ...plain } = values;
  const others = people.filter((other) => other !== person);
  if (plain.fullName !== undefined && isNameTaken(others, plain.fullName))
    throw badField("fullName", applicantMessages.duplicate);
  const fields = Object.keys(values);
  await assertNoEditConflict(tx, {
    subject: { kind: "applicant", id: person.id },
    basedOn,
    current: { ...person, passportNumber: endingOfRow(person) },
    fields,
  });
  const changes = Object.keys(changesBetween(valuesOf(person), plain));
  const mark = passportNumber == null ? null : markOf(passportNumber);
  const hasNumber = passportNumber !== undefined && mark !== person.passportMark;
  if (changes.length === 0 && !hasNumber) return;
  const [row] = await tx
    .update(applicants)
    .set({
      ...plain,
      ...(hasNumber ? numberColumns(passportNumber, person.id, taking) : {}),
      ...(fields.some(isStaffField) ? { passportDocumentId: taking.passportDocumentId } : {}),
    })
    .where(eq(applicants.id, person.id))
    .returning({ revision: applicants.revision });
  if (!row) throw notFound("applicant");
  const { documentName, ...said } = taking.said;
  await touchCase(tx, caseFile.id);
  await record(tx, actor, {
    name: "applicants.saved",
    case: caseFile,
    entries: [
      {
        action: "update",
        documentName,
        metadata: {
          applicantId: person.id,
          fields: [...changes, ...(hasNumber ? ["passportNumber"] : [])],
          ...said,
        },
        subject: { kind: "applicant", id: person.id, revision: row.revision },
      },
    ],
  });
}
