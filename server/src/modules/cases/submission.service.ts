/** The day on which the file is, or was, handed in: papers are judged by it. Staff of the case set it. */
import { eq } from "drizzle-orm";
import type { AuditableActor } from "#server/core/actor.ts";
import { badField } from "#server/core/errors.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { Transaction } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import { changesBetween, record } from "#server/events/record.ts";
import { lockCase } from "./case-lock.ts";

const FIRST_DAY = "2000-01-01";
const YEARS_AHEAD = 5;

type Submission = { caseId: number; submissionOn: string | null };

/** The caller has asked whether this actor may. */
export async function setSubmission(
  tx: Transaction,
  actor: AuditableActor,
  { caseId, submissionOn }: Submission,
): Promise<void> {
  if (submissionOn !== null) assertWithinReach(submissionOn);
  const before = await lockCase(tx, actor, caseId);
  const changes = changesBetween(before, { submissionOn });
  if (Object.keys(changes).length === 0) return;
  const [after] = await tx
    .update(cases)
    .set({ submissionOn })
    .where(eq(cases.id, caseId))
    .returning();
  if (!after) throw new Error("The updated case was not returned");
  const subject = { kind: "case", id: caseId, revision: after.revision } as const;
  await record(tx, actor, {
    name: "case.submissionSet",
    case: after,
    entries: [{ action: "update", metadata: changes, subject }],
  });
}

function assertWithinReach(day: string): void {
  const today = bureauToday();
  const last = `${Number(today.slice(0, 4)) + YEARS_AHEAD}${today.slice(4)}`;
  if (day < FIRST_DAY || day > last)
    throw badField("submissionOn", "Date must be between 2000-01-01 and five years from now");
}
