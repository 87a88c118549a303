/** Inviting people by e-mail (S-11, S-12, D-121 to D-125). */
import { and, desc, eq, ne, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { nameKey } from "contract/case-order";
import {
  INVALID_INVITATION,
  type Invitation,
  INVITATION_DAYS,
  type InvitationPreview,
  type InviteInput,
  usersApi,
} from "contract/users";
import { isAdmin, type SignedInActor } from "#server/core/actor.ts";
import { badRequest, notFound, notFoundWith, taken } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { createToken, fingerprintOf } from "#server/core/secrets.ts";
import { bureauName } from "#server/database/bureau.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { violatedUniqueKey } from "#server/database/errors.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { type InvitationRow, userInvitations } from "#server/database/tables/user-invitations.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { sendMail } from "#server/mail/outbox.ts";
import * as assignees from "#server/modules/cases/assignees.service.ts";
import * as accounts from "./accounts.service.ts";
import { assertManagesUsers, assertMayInvite } from "./users.policy.ts";
import { TAKEN_EMAIL } from "./users.service.ts";

const TAKEN_INVITATION = "An invitation for this email already exists";

/** The link that makes the first admin was sent to nobody; there is at most one. */
export const NOBODY_YET = "";

type Invite = z.output<typeof InviteInput>;

/** Everything but the token, which only the mail has. */
export async function list(actor: SignedInActor): Promise<Invitation[]> {
  assertManagesUsers(actor);
  return runtime.database
    .select(columns)
    .from(userInvitations)
    .where(ne(userInvitations.email, NOBODY_YET))
    .orderBy(desc(userInvitations.invitedAt), desc(userInvitations.id));
}

export async function invite(actor: SignedInActor, input: Invite): Promise<Invitation> {
  assertMayInvite(actor, input);
  try {
    return await inTransaction((tx) => writeInvitation(tx, actor, input));
  } catch (error) {
    if (violatedUniqueKey(error) === "user_invitations_email_key")
      throw taken(TAKEN_INVITATION, "email");
    throw error;
  }
}

/** A new token and seven new days; the old link dies (D-122). */
export async function resend(actor: SignedInActor, { id }: { id: number }): Promise<void> {
  assertManagesUsers(actor);
  await inTransaction(async (tx) => {
    const invitation = await lockInvitation(tx, id);
    if (invitation.isUsed) throw badRequest("This invitation has already been used");
    const token = await renewToken(tx, id);
    await mailInvitation(tx, actor, {
      invitation,
      token,
      caseCount: await countCases(tx, id),
    });
    await announceInvitations(tx);
  });
}

/** Its assignments go with it, and the link is dead (D-123). */
export async function remove(actor: SignedInActor, { id }: { id: number }): Promise<void> {
  assertManagesUsers(actor);
  await inTransaction(async (tx) => {
    const invitation = await lockInvitation(tx, id);
    await assignees.announceCasesOf(tx, { invitationId: id });
    await tx.delete(userInvitations).where(eq(userInvitations.id, id));
    await announceInvitations(tx);
    const metadata = { by: actor.id, role: invitation.role };
    await recordSecurityEvent(tx, { kind: "invitation.removed", userId: null, metadata });
  });
}

/** One answer for unknown, used and expired links (D-125). */
export async function get(token: string): Promise<z.input<typeof InvitationPreview>> {
  const invitation = await findLiving(runtime.database, token);
  if (invitation === null) throw notFoundWith(INVALID_INVITATION);
  const { email, firstName, lastName, expiresAt } = invitation;
  return { email, firstName, lastName, expiresAt };
}

export async function isGood(token: string): Promise<boolean> {
  return (await findLiving(runtime.database, token)) !== null;
}

export async function findLiving(executor: Executor, token: string): Promise<InvitationRow | null> {
  const [invitation] = await executor.select().from(userInvitations).where(isLiving(token));
  if (!invitation) return null;
  // The link for the first admin is worth nothing once somebody is there.
  const isLate = invitation.email === NOBODY_YET && (await accounts.isAnybodyThere(executor));
  return isLate ? null : invitation;
}

/** Uses the link up; null when it is no longer good, also when somebody else was faster. */
export async function consume(tx: Transaction, token: string): Promise<InvitationRow | null> {
  const [invitation] = await tx
    .update(userInvitations)
    .set({ isUsed: true, usedAt: sql`now()` })
    .where(isLiving(token))
    .returning();
  if (!invitation) return null;
  await announceInvitations(tx);
  return invitation;
}

/** From now on it stands for this person, whatever becomes of the address. */
export async function setUser(
  tx: Transaction,
  { id }: InvitationRow,
  userId: number,
): Promise<void> {
  await tx.update(userInvitations).set({ userId }).where(eq(userInvitations.id, id));
}

/** The token of an admin's invitation that no mail carries: the terminal shows it (D-103). */
export async function inviteAdmin(tx: Transaction, email: string): Promise<string> {
  const token = createToken();
  const values = {
    email,
    token: fingerprintOf(token),
    role: "admin" as const,
    isAdmin: true,
    expiresAt: expiry(),
    isUsed: false,
    usedAt: null,
    userId: null,
  };
  const [known] = await tx
    .select({ id: userInvitations.id })
    .from(userInvitations)
    .where(sql`lower(${userInvitations.email}) = ${email}`)
    .for("update");
  if (known) await tx.update(userInvitations).set(values).where(eq(userInvitations.id, known.id));
  else await tx.insert(userInvitations).values(values);
  await announceInvitations(tx);
  return token;
}

async function writeInvitation(
  tx: Transaction,
  actor: SignedInActor,
  input: Invite,
): Promise<Invitation> {
  const { selectedCases, ...person } = input;
  if (await accounts.isTaken(tx, person.email)) throw taken(TAKEN_EMAIL, "email");
  await dropUsedInvitation(tx, person.email);
  const token = createToken();
  const [row] = await tx
    .insert(userInvitations)
    .values({
      ...person,
      nameKey: nameKey({ firstName: null, lastName: null, ...person }),
      token: fingerprintOf(token),
      invitedBy: actor.id,
      expiresAt: expiry(),
    })
    .returning();
  if (!row) throw new Error("The invitation was not stored");
  const caseIds = [...new Set(selectedCases)];
  await assignees.assignInvited(tx, actor, { invitationId: row.id, caseIds });
  await mailInvitation(tx, actor, { invitation: row, token, caseCount: caseIds.length });
  await announceInvitations(tx);
  const metadata = { by: actor.id, role: row.role };
  await recordSecurityEvent(tx, { kind: "invitation.sent", userId: null, metadata });
  return row;
}

/** That of a user who has been deleted since; an open one, even expired, is in the way (D-121). */
async function dropUsedInvitation(tx: Transaction, email: string): Promise<void> {
  await tx
    .delete(userInvitations)
    .where(and(sql`lower(${userInvitations.email}) = ${email}`, eq(userInvitations.isUsed, true)));
}

async function lockInvitation(tx: Transaction, id: number): Promise<InvitationRow> {
  const [invitation] = await tx
    .select()
    .from(userInvitations)
    .where(and(eq(userInvitations.id, id), ne(userInvitations.email, NOBODY_YET)))
    .for("update");
  if (!invitation) throw notFound("invitation");
  return invitation;
}

async function renewToken(tx: Transaction, id: number): Promise<string> {
  const token = createToken();
  await tx
    .update(userInvitations)
    .set({ token: fingerprintOf(token), expiresAt: expiry() })
    .where(eq(userInvitations.id, id));
  return token;
}

async function countCases(tx: Transaction, invitationId: number): Promise<number> {
  return tx.$count(caseAssignments, eq(caseAssignments.invitationId, invitationId));
}

type InvitationMail = { invitation: InvitationRow; token: string; caseCount: number };

async function mailInvitation(
  tx: Transaction,
  inviter: SignedInActor,
  { invitation, token, caseCount }: InvitationMail,
): Promise<void> {
  const { email, firstName, lastName } = invitation;
  await sendMail(tx, {
    template: "invitation",
    to: { email, name: [firstName, lastName].filter(Boolean).join(" ") },
    data: {
      url: registrationUrl(token),
      caseCount,
      role: isAdmin(invitation) ? "admin" : invitation.role,
      bureau: bureauName(),
      inviter: inviter.name,
    },
  });
}

/** The origin comes from the settings, never from a request (asvs 40). */
export function registrationUrl(token: string): string {
  return `${runtime.config.appOrigin}/complete-registration?token=${token}`;
}

async function announceInvitations(tx: Transaction): Promise<void> {
  await announce(tx, { audience: "admins", keys: [usersApi.listInvitations.path] });
}

function isLiving(token: string) {
  return and(
    eq(userInvitations.token, fingerprintOf(token)),
    eq(userInvitations.isUsed, false),
    sql`${userInvitations.expiresAt} > now()`,
  );
}

function expiry() {
  return sql`now() + ${`${INVITATION_DAYS} days`}::interval`;
}

const columns = {
  id: userInvitations.id,
  email: userInvitations.email,
  firstName: userInvitations.firstName,
  lastName: userInvitations.lastName,
  role: userInvitations.role,
  isAdmin: userInvitations.isAdmin,
  isUsed: userInvitations.isUsed,
  invitedAt: userInvitations.invitedAt,
  expiresAt: userInvitations.expiresAt,
};
