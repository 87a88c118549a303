/** The people of a case with the whole numbers of their passports, for whoever takes the case out for the bureau. */
import type { Applicant } from "contract/applicants";
import type { Executor } from "#server/database/connection.ts";
import { presentApplicant, selectApplicants } from "./applicant-rows.ts";
import { openNumber, type StoredApplicant } from "./passport-number.ts";

export type TakenPerson = { readonly answer: Applicant; readonly passportNumber: string | null };

/** The caller has asked who reads it, and writes down whom he was shown. */
export async function peopleTakenOut(executor: Executor, caseId: number): Promise<TakenPerson[]> {
  const rows = await selectApplicants(executor, caseId);
  return rows.map((row) => ({ answer: presentApplicant(row), passportNumber: numberOf(row) }));
}

/** One number that does not open hides nobody else of the case. */
function numberOf(row: StoredApplicant): string | null {
  try {
    return openNumber(row);
  } catch {
    return null;
  }
}
