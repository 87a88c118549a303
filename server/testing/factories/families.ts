import { AS_OF, readDemoBureau } from "#demo/read-demo-bureau.ts";
/** A worked family of the demonstration in the database, with papers that are one small file each. */
import { runtime } from "#server/core/runtime.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { documentReviews } from "#server/database/tables/document-reviews.ts";
import { familyOf } from "#testing/families.ts";
import { buildApplicant } from "./applicants.ts";
import { buildCase, type CaseInput } from "./cases.ts";
import { buildDecision } from "./checklist.ts";
import { buildDocument } from "./documents.ts";

export type BuiltFamily = {
  caseFile: CaseRow;
  /** By their first names. */
  people: Record<string, number>;
};

/** At noon of the day of which the demonstration speaks. */
export const FAMILIES_DAY = `${AS_OF}T08:00:00Z`;

export async function buildFamily(
  code: string,
  { assignedTo = [] }: Pick<CaseInput, "assignedTo"> = {},
): Promise<BuiltFamily> {
  const family = familyOf(code);
  const demoCase = readDemoBureau(AS_OF).cases.find(({ caseId }) => caseId === code);
  const { citizenshipProgram, nationality, status, submissionOn } = family.caseFile;
  const caseFile = await buildCase({
    title: demoCase?.title ?? code,
    citizenshipProgram,
    nationality,
    status,
    submissionOn,
    assignedTo,
  });
  const caseId = caseFile.id;
  const people: Record<string, number> = {};
  const ids = new Map<number | null, number>();
  for (const [index, { id, ...facts }] of family.applicants.entries()) {
    const fullName = demoCase?.applicants[index]?.fullName ?? "";
    const row = await buildApplicant({ ...facts, caseId, fullName });
    ids.set(id, row.id);
    people[fullName.split(" ")[0] ?? ""] = row.id;
  }
  const idOf = (id: number | null) => ids.get(id) ?? null;
  for (const { by: _by, id: _id, revision: _revision, ...decision } of family.decisions)
    await buildDecision({ ...decision, caseId, applicantId: idOf(decision.applicantId) });
  for (const paper of family.documents) {
    const { id: _number, earlierCount: _count, publicText: _text, ...columns } = paper;
    const row = await buildDocument({
      ...columns,
      caseId,
      assignedTo: idOf(columns.assignedTo),
      isApproved: columns.reviewState === "accepted",
    });
    if (columns.reviewState === "changes_requested")
      await runtime.database.insert(documentReviews).values({
        documentId: row.id,
        decision: "changes_requested",
        reasonCode: "too_old",
        publicText: "Please send a newer one.",
        internalNote: "Third time this month",
        previousState: "waiting",
        previousWaived: false,
      });
  }
  return { caseFile, people };
}
