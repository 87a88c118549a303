/** The day of handing in moves what papers are judged by: the answer is the whole checklist. */
import type { Checklist } from "contract/checklist";
import type { SignedInActor } from "#server/core/actor.ts";
import { assertStaff } from "#server/core/full-access.ts";
import { inTransaction } from "#server/database/transaction.ts";
import * as submission from "#server/modules/cases/submission.service.ts";
import { answerFor, readCase } from "./checklist.service.ts";

type Submission = { caseId: number; submissionOn: string | null };

export async function setSubmission(actor: SignedInActor, wanted: Submission): Promise<Checklist> {
  assertStaff(actor);
  return inTransaction(async (tx) => {
    await submission.setSubmission(tx, actor, wanted);
    return answerFor(actor, await readCase(tx, actor, wanted.caseId));
  });
}
