/** The passports of a case wait to be read when the portal starts; what staff have taken from the accepted ones is there. */
import { and, eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { readings } from "#server/database/tables/readings.ts";
import { makeCaseKey } from "#server/files/keys.ts";
import { numberColumns } from "#server/modules/applicants/applicant-rows.ts";
import type { DemoApplicant, DemoDocument } from "./demo-bureau.ts";
import type { DemoCaseContext } from "./demo-case-context.ts";
import { describeDocument } from "./specimens/create-specimen.ts";
import { namesInPassport } from "./specimens/people.ts";

/** Of whose passport nobody has taken a value yet. */
const notTaken = "Guizhen Wu";

export async function fillPassports(filling: DemoCaseContext): Promise<void> {
  const { demoCase, caseFile } = filling;
  const rows = await runtime.database
    .select()
    .from(documents)
    .where(and(eq(documents.caseId, caseFile.id), eq(documents.category, "passport")));
  if (rows.length === 0) return;
  await runtime.database
    .insert(readings)
    .values(rows.map(({ id, caseId }) => ({ caseId, documentId: id, state: "queued" as const })));
  if (demoCase.isSketched) return;
  for (const person of demoCase.applicants) {
    const paper = demoCase.documents.find(
      ({ category, assignedTo }) => category === "passport" && assignedTo === person.key,
    );
    const id = filling.applicants.get(person.key)?.id;
    const row = rows.find(({ assignedTo }) => assignedTo === id);
    if (paper && row && person.fullName !== notTaken)
      await takeOver(filling, { person, paper, row });
  }
}

type Accepted = { person: DemoApplicant; paper: DemoDocument; row: DocumentRow };

async function takeOver(
  { demoCase, caseFile, applicants: people }: DemoCaseContext,
  { person, paper, row }: Accepted,
): Promise<void> {
  const { number, person: holder } = describeDocument(demoCase, paper);
  const stored = people.get(person.key);
  if (!stored || !holder) return;
  const { surname, givenNames } = namesInPassport(person.fullName);
  await runtime.database
    .update(applicants)
    .set({
      passportName: `${surname}, ${givenNames}`.toUpperCase(),
      ...numberColumns(number, stored.id, { caseKey: await makeCaseKey(caseFile.id) }),
      passportCountry: holder.countryCode,
      passportExpiresOn: paper.expiryDate ?? null,
      passportDocumentId: row.id,
      updatedAt: stored.updatedAt,
    })
    .where(eq(applicants.id, stored.id));
}
