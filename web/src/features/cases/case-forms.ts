import * as z from "zod/mini";
import { caseStatuses } from "contract/case-status";
import {
  caseGenders,
  DEFAULT_FIU_FEE_USD,
  MAX_APPLICANTS,
  programs,
  type CaseFile,
} from "contract/cases";
import { requiredText } from "contract/fields";
import { centsFromAmount } from "contract/money";
import { nationalities } from "contract/nationalities";

/** Dollars as typed; an emptied field is no number and says so. */
function dollars(message: string) {
  return z.number(message).check(z.gte(0, message), z.lte(10_000_000_000, message));
}

const NumberOfApplicants = z
  .int("Must have at least 1 applicant")
  .check(
    z.gte(1, "Must have at least 1 applicant"),
    z.lte(MAX_APPLICANTS, `Must have at most ${MAX_APPLICANTS} applicants`),
  );

export const CreateCaseForm = z.object({
  title: requiredText("Title is required"),
  citizenshipProgram: z.enum(programs, "Citizenship program is required"),
  status: z.enum(caseStatuses, "Status is required"),
  nationality: z.enum(nationalities, "Nationality is required"),
  gender: z.enum(caseGenders, "Gender is required"),
  numberOfApplicants: NumberOfApplicants,
  citizenshipFee: dollars("Citizenship fee must be positive"),
  fiuFee: dollars("FIU fee must be 0 or positive"),
});
export type CreateCaseForm = z.input<typeof CreateCaseForm>;

/** Everything but the words is chosen already; the FIU fee is 5000 dollars (C:124). */
export const newCase = {
  title: "",
  citizenshipProgram: "vanuatu",
  status: "onboarding",
  gender: "Mr.",
  numberOfApplicants: 1,
  citizenshipFee: 0,
  fiuFee: DEFAULT_FIU_FEE_USD,
} as const;

export const CaseInformationForm = z.object({
  title: requiredText("Case title is required"),
  citizenshipProgram: z.enum(programs, "Citizenship program is required"),
  nationality: requiredText("Nationality is required", 100),
  numberOfApplicants: NumberOfApplicants,
  citizenshipFee: dollars("Citizenship fee must be 0 or positive"),
  fiuFee: dollars("FIU fee must be 0 or positive"),
});
export type CaseInformationForm = z.input<typeof CaseInformationForm>;

/** Cents become dollars for the fields (C:128). */
export function informationOf(caseFile: CaseFile): CaseInformationForm {
  const { title, citizenshipProgram, nationality, numberOfApplicants, citizenshipFee, fiuFee } =
    caseFile;
  return {
    title,
    citizenshipProgram,
    nationality: nationality ?? "",
    numberOfApplicants,
    citizenshipFee: citizenshipFee / 100,
    fiuFee: fiuFee / 100,
  };
}

/** Dollars become cents for the server (D-002). */
export function withFeesInCents<Form extends { citizenshipFee: number; fiuFee: number }>(
  form: Form,
): Form {
  return {
    ...form,
    citizenshipFee: centsFromAmount(form.citizenshipFee),
    fiuFee: centsFromAmount(form.fiuFee),
  };
}

export const CaseMetaForm = z.object({
  title: requiredText("Title is required"),
  status: z.enum(caseStatuses, "Status is required"),
  nationality: requiredText("Nationality is required", 100),
});
