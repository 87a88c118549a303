import { runtime } from "#server/core/runtime.ts";
import { applicants, type ApplicantRow } from "#server/database/tables/applicants.ts";
import { buildCase } from "./cases.ts";

/** The main applicant of a case of his own unless said otherwise. */
export async function buildApplicant(
  input: Partial<typeof applicants.$inferInsert> = {},
): Promise<ApplicantRow> {
  const [row] = await runtime.database
    .insert(applicants)
    .values({
      caseId: input.caseId ?? (await buildCase()).id,
      position: 0,
      fullName: "Robin Person",
      category: "Main Applicant",
      ...input,
    })
    .returning();
  if (!row) throw new Error("The applicant was not inserted");
  return row;
}
