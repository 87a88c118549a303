/** A passport's number at rest: sealed under the key of the case, with a mark beside it that finds equal ones. */
import { countryOf } from "contract/countries";
import { endingOf, passportMessages } from "contract/passports";
import { badField, notFound } from "#server/core/errors.ts";
import { keyedHash } from "#server/core/secrets.ts";
import type { ApplicantRow } from "#server/database/tables/applicants.ts";
import { openUnder, sealUnder } from "#server/files/case-seal.ts";
import { openCaseKey } from "#server/files/keys.ts";

/** Codes of passports that are no ISO codes of a state. */
const codesOfPassports = new Set(
  "D GBD GBN GBO GBP GBS RKS XXA XXB XXC UNO UNA UNK XOM EUE XPO".split(" "),
);

export function markOf(number: string): string {
  return keyedHash("passport", number);
}

/** With the key that opens the number of the passport. */
export type StoredApplicant = ApplicantRow & { caseKey: Buffer | null };
type SealedRow = Pick<StoredApplicant, "id" | "caseId" | "passportNumber" | "caseKey">;

export function sealNumber(caseKey: Buffer, number: string, id: number): Buffer {
  return sealUnder(caseKey, number, placeOf(id));
}

export function openNumber({ id, caseId, passportNumber, caseKey }: SealedRow): string | null {
  if (passportNumber === null) return null;
  if (caseKey === null) throw notFound("applicant");
  return openUnder(openCaseKey({ caseId, wrappedKey: caseKey }), passportNumber, placeOf(id));
}

/** One number that does not open hides nobody else of the case. */
export function endingOfRow(row: SealedRow): string | null {
  try {
    const number = openNumber(row);
    return number === null ? null : endingOf(number);
  } catch {
    return null;
  }
}

export function assertKnownIssuer(field: string, code: string | null | undefined): void {
  const isKnown = code == null || countryOf(code) !== null || codesOfPassports.has(code);
  if (!isKnown) throw badField(field, passportMessages.country);
}

function placeOf(id: number): string {
  return `applicant:${id}:passport`;
}
