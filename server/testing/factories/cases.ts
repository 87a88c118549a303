import { runtime } from "#server/core/runtime.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { caseStatusHistory } from "#server/database/tables/case-status-history.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { writeSearchKeys } from "#server/modules/cases/search-keys.ts";
import { uniqueSuffix } from "./unique.ts";

type Person = { id: number };
type Assignee = { userId: number } | { invitationId: number };
export type CaseInput = Partial<typeof cases.$inferInsert> & {
  /** Registered users who see the case. */
  assignedTo?: readonly Person[];
};

/** Journeys search for what they have built; the tests of the parts save the statements. */
export const builtCases = { areSearchable: false };

export async function buildCase({ assignedTo = [], ...input }: CaseInput = {}): Promise<CaseRow> {
  const [row] = await runtime.database
    .insert(cases)
    .values({
      caseId: `CASE-${uniqueSuffix()}`,
      title: "Robin Person - Vanuatu Citizenship",
      nationality: "British",
      gender: "Mr.",
      citizenshipFee: 13_000_000,
      ...input,
    })
    .returning();
  if (!row) throw new Error("The case was not inserted");
  for (const person of assignedTo) await buildAssignment(row, { userId: person.id });
  await makeSearchable(row);
  return row;
}

export async function buildAssignment(caseFile: { id: number }, assignee: Assignee): Promise<void> {
  await runtime.database.insert(caseAssignments).values({ caseId: caseFile.id, ...assignee });
  await makeSearchable(caseFile);
}

async function makeSearchable({ id }: { id: number }): Promise<void> {
  if (builtCases.areSearchable) await inTransaction((tx) => writeSearchKeys(tx, [id]));
}

type Stay = Pick<
  typeof caseStatusHistory.$inferInsert,
  "fromStatus" | "toStatus" | "startedAt" | "endedAt"
> & { changedBy?: number | null };

/** One closed stay in a status (D-146). */
export async function buildStatusDuration(caseFile: { id: number }, stay: Stay): Promise<void> {
  await runtime.database.insert(caseStatusHistory).values({
    ...stay,
    caseId: caseFile.id,
    durationMs: Date.parse(stay.endedAt) - Date.parse(stay.startedAt),
  });
}
