/** Who may see a case: registered users, and invited people until they register (D-120). */
import { and, eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { AssigneeId, AssignedUser } from "contract/case-parts";
import { casesApi } from "contract/cases";
import { MAX_ID } from "contract/fields";
import type { AuditableActor } from "#server/core/actor.ts";
import { adminOnly, notFound } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { userInvitations } from "#server/database/tables/user-invitations.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import type { Quiet } from "#server/events/domain-event.ts";
import { record } from "#server/events/record.ts";
import { keysOfWholeCase } from "./case-keys.ts";
import { lockCase, touchCase } from "./case-lock.ts";
import { casePermissions } from "./cases.policy.ts";
import { selectAssignedUsersOf } from "./cases.queries.ts";

type Reference = z.output<typeof AssigneeId>;
type Assignment = {
  caseId: number;
  userId: Reference;
  /** Said in the line of the activity: of which larger deed this is a part. */
  because?: Record<string, unknown>;
  quiet?: Quiet;
};
type Person = { userId: number } | { invitationId: number };

/** Assigning twice is one assignment; `isNew` tells the first time (S-23). */
export async function assign(
  actor: AuditableActor,
  assignment: Assignment,
): Promise<{ isNew: boolean; assignedUsers: AssignedUser[] }> {
  return inTransaction(async (tx) => ({
    isNew: await assignIn(tx, actor, assignment),
    assignedUsers: await selectAssignedUsersOf(tx, assignment.caseId),
  }));
}

/** For whoever writes more in the same transaction; answers whether anything has changed. */
export async function assignIn(
  tx: Transaction,
  actor: AuditableActor,
  { caseId, userId, because, quiet }: Assignment,
): Promise<boolean> {
  const caseFile = await lockCase(tx, actor, caseId);
  if (!casePermissions(actor).assign) throw adminOnly();
  const [person] = await addAssignees(tx, caseId, [userId]);
  if (person)
    await recordAssignment(tx, actor, { caseFile, person, change: "added", because, quiet });
  return person !== undefined;
}

/** Access ends with the commit: the next request finds no case, and open streams are cut (reliability 19). */
export async function unassign(
  actor: AuditableActor,
  assignment: Assignment,
): Promise<AssignedUser[]> {
  return inTransaction(async (tx) => {
    await unassignIn(tx, actor, assignment);
    return selectAssignedUsersOf(tx, assignment.caseId);
  });
}

/** For whoever writes more in the same transaction; answers whether anything has changed. */
export async function unassignIn(
  tx: Transaction,
  actor: AuditableActor,
  { caseId, userId, because, quiet }: Assignment,
): Promise<boolean> {
  const caseFile = await lockCase(tx, actor, caseId);
  if (!casePermissions(actor).assign) throw adminOnly();
  const person = await holdPerson(tx, userId);
  if (!person || !(await removeAssignee(tx, caseId, person))) return false;
  await recordAssignment(tx, actor, { caseFile, person, change: "removed", because, quiet });
  if ("userId" in person) await announceLoss(tx, caseFile, person.userId);
  return true;
}

/** Answers those who were not assigned before. Inside the transaction that holds the case. */
export async function addAssignees(
  tx: Transaction,
  caseId: number,
  references: readonly Reference[],
): Promise<Person[]> {
  const added: Person[] = [];
  for (const reference of references) {
    const person = await holdPerson(tx, reference);
    if (!person) throw notFound(String(reference).startsWith("inv") ? "invitation" : "user");
    const rows = await tx
      .insert(caseAssignments)
      .values({ caseId, ...person })
      .onConflictDoNothing()
      .returning({ id: caseAssignments.id });
    if (rows.length > 0) added.push(person);
  }
  return added;
}

function parseReference(reference: Reference): Person | undefined {
  const [, prefix, digits] = /^(invitation-)?(\d{1,10})$/.exec(String(reference)) ?? [];
  const id = Number(digits);
  if (!(id >= 1 && id <= MAX_ID)) return undefined;
  return prefix === undefined ? { userId: id } : { invitationId: id };
}

/** Undefined when there is nobody. Whoever has registered since his invitation is found as the user he has become (S-14). */
async function holdPerson(tx: Transaction, reference: Reference): Promise<Person | undefined> {
  const person = parseReference(reference);
  if (!person) return undefined;
  if ("userId" in person) return holdUser(tx, person.userId);
  const [invitation] = await tx
    .select({ isUsed: userInvitations.isUsed, userId: userInvitations.userId })
    .from(userInvitations)
    .where(eq(userInvitations.id, person.invitationId))
    .for("share");
  if (!invitation?.isUsed) return invitation && person;
  // Never by the address, which may be somebody else's by now.
  return invitation.userId === null ? undefined : holdUser(tx, invitation.userId);
}

/** Keeps the user from vanishing before the assignment is written. */
async function holdUser(tx: Transaction, id: number): Promise<Person | undefined> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, id))
    .for("key share");
  return user && { userId: user.id };
}

async function removeAssignee(tx: Transaction, caseId: number, person: Person): Promise<boolean> {
  const isPerson =
    "userId" in person
      ? eq(caseAssignments.userId, person.userId)
      : eq(caseAssignments.invitationId, person.invitationId);
  const removed = await tx
    .delete(caseAssignments)
    .where(and(eq(caseAssignments.caseId, caseId), isPerson))
    .returning({ id: caseAssignments.id });
  return removed.length > 0;
}

type Recording = {
  caseFile: CaseRow;
  person: Person;
  change: "added" | "removed";
  because?: Assignment["because"];
  quiet?: Quiet | undefined;
};

/** Inside the transaction that holds the case. */
export async function recordAssignment(
  tx: Transaction,
  actor: AuditableActor,
  recording: Recording,
) {
  const { caseFile, person, change, because, quiet } = recording;
  await touchCase(tx, caseFile.id);
  await record(tx, actor, {
    name: "case.assigned",
    case: caseFile,
    quiet,
    entries: [
      {
        action: "assign",
        metadata: {
          userId: "userId" in person ? person.userId : `invitation-${person.invitationId}`,
          name: await nameOf(tx, person),
          [change]: true,
          ...because,
        },
      },
    ],
  });
}

async function nameOf(tx: Transaction, person: Person): Promise<string> {
  const found =
    "userId" in person
      ? await tx.select().from(users).where(eq(users.id, person.userId))
      : await tx.select().from(userInvitations).where(eq(userInvitations.id, person.invitationId));
  const [row] = found;
  return [row?.firstName, row?.lastName].filter(Boolean).join(" ") || (row?.email ?? "");
}

/** Whoever has lost the case is no longer told about it, so this is told to him alone, before his streams end. */
async function announceLoss(tx: Transaction, caseFile: CaseRow, userId: number): Promise<void> {
  await announce(tx, {
    audience: { userId },
    keys: [casesApi.list.path, ...keysOfWholeCase(caseFile)],
    rows: [{ list: "cases", id: caseFile.id, kind: "gone" }],
  });
  await announce(tx, { closeStreamsOf: userId });
}
