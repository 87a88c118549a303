/** What becomes of assignments when people are invited, register, change or go (S-11, S-13 to S-15). */
import { eq, inArray, type SQL } from "drizzle-orm";
import type { AuditableActor } from "#server/core/actor.ts";
import { badField } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases } from "#server/database/tables/cases.ts";
import { announceCase } from "#server/events/announce.ts";
import { addAssignees, recordAssignment } from "./assignments.service.ts";
import { lockCase } from "./case-lock.ts";
import { namesJob } from "./case-rows.jobs.ts";
import { writeSearchKeys } from "./search-keys.ts";

type Invited = { invitationId: number; caseIds: readonly number[] };

/** Throws 400 at `selectedCases` when one of them does not exist. */
export async function assignInvited(
  tx: Transaction,
  actor: AuditableActor,
  { invitationId, caseIds }: Invited,
): Promise<void> {
  await assertKnown(tx, caseIds);
  // In one order everywhere, so that two of these never wait for each other.
  for (const caseId of [...new Set(caseIds)].toSorted((a, b) => a - b)) {
    const caseFile = await lockCase(tx, actor, caseId);
    await addAssignees(tx, caseId, [`invitation-${invitationId}`]);
    await recordAssignment(tx, actor, { caseFile, person: { invitationId }, change: "added" });
  }
}

/** Whoever registers keeps what was given to the invitation; nobody has to act (S-14). */
export async function moveToUser(
  tx: Transaction,
  { invitationId, userId }: { invitationId: number; userId: number },
): Promise<void> {
  const moved = await tx
    .delete(caseAssignments)
    .where(eq(caseAssignments.invitationId, invitationId))
    .returning({ caseId: caseAssignments.caseId, assignedAt: caseAssignments.assignedAt });
  if (moved.length === 0) return;
  await tx
    .insert(caseAssignments)
    .values(moved.map((row) => ({ ...row, userId })))
    .onConflictDoNothing();
  const caseIds = moved.map((row) => row.caseId);
  await writeSearchKeys(tx, caseIds);
  await announceWhere(tx, inArray(cases.id, caseIds));
}

/** Lists show the old name until the rows of all their cases have been written anew. */
export async function rewriteNames(tx: Transaction): Promise<void> {
  await namesJob.enqueue(tx, {});
}

/** Open screens show the names of those who are assigned. */
export async function announceCasesOf(
  tx: Transaction,
  person: { userId: number } | { invitationId: number },
): Promise<void> {
  const isPerson =
    "userId" in person
      ? eq(caseAssignments.userId, person.userId)
      : eq(caseAssignments.invitationId, person.invitationId);
  const assigned = tx.select({ id: caseAssignments.caseId }).from(caseAssignments).where(isPerson);
  await announceWhere(tx, inArray(cases.id, assigned));
}

async function announceWhere(tx: Transaction, condition: SQL): Promise<void> {
  const concerned = await tx
    .select({ id: cases.id, caseId: cases.caseId })
    .from(cases)
    .where(condition);
  for (const caseFile of concerned) await announceCase(tx, caseFile, ["list", "detail"]);
}

async function assertKnown(tx: Transaction, caseIds: readonly number[]): Promise<void> {
  if (caseIds.length === 0) return;
  const known = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(inArray(cases.id, [...caseIds]));
  if (known.length < new Set(caseIds).size) throw badField("selectedCases", "Case not found");
}
