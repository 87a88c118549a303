/** Creating an account: by invitation, or as the first one of an installation (S-13, D-103). */
import type * as z from "zod/mini";
import { type CompleteRegistrationInput, INVALID_INVITATION } from "contract/users";
import { assertAcceptablePassword } from "#server/auth/password-policy.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { badField, badRequest } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { InvitationRow } from "#server/database/tables/user-invitations.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import * as assignees from "#server/modules/cases/assignees.service.ts";
import * as accounts from "./accounts.service.ts";
import * as invitations from "./invitations.service.ts";
import { TAKEN_EMAIL } from "./users.service.ts";

type Registration = z.output<typeof CompleteRegistrationInput>;

/** Nobody is signed in by it (asvs 68). */
export async function completeRegistration(input: Registration): Promise<void> {
  const invitation = await invitations.findLiving(runtime.database, input.token);
  if (invitation === null) throw badRequest(INVALID_INVITATION);
  const email = addressOf(invitation, input);
  assertAcceptablePassword(input.password, { ...input, email }, "password");
  const password = await hashPassword(input.password);
  await accounts.refusingTakenEmail(TAKEN_EMAIL, () =>
    inTransaction((tx) => register(tx, { ...input, email, password })),
  );
}

/** The account of ADMIN_EMAIL. Answers false when somebody was there already. */
export async function registerFirstAdmin(email: string, password: string): Promise<boolean> {
  const hash = await hashPassword(password);
  return inTransaction(async (tx) => {
    if (await accounts.isAnybodyThere(tx)) return false;
    const names = { firstName: "", lastName: "" };
    const account = { email, password: hash, ...names, role: "admin" as const, isAdmin: true };
    const user = await accounts.createAccount(tx, account);
    await recordSecurityEvent(tx, { kind: "user.registered", userId: user.id });
    return true;
  });
}

type Registering = Registration & { email: string; password: string };

/** Address, role and rights come from the invitation, never from the one who registers (asvs 72). */
async function register(tx: Transaction, person: Registering): Promise<void> {
  const invitation = await invitations.consume(tx, person.token);
  if (invitation === null) throw badRequest(INVALID_INVITATION);
  const isAdmin = invitation.isAdmin || invitation.role === "admin";
  const user = await accounts.createAccount(tx, {
    email: person.email,
    password: person.password,
    firstName: person.firstName,
    lastName: person.lastName,
    // Either makes an admin, and then both are set (D-047).
    role: isAdmin ? "admin" : invitation.role,
    isAdmin,
  });
  await invitations.setUser(tx, invitation, user.id);
  await assignees.moveToUser(tx, { invitationId: invitation.id, userId: user.id });
  await recordSecurityEvent(tx, { kind: "user.registered", userId: user.id });
}

function addressOf(invitation: InvitationRow, input: Registration): string {
  if (invitation.email !== invitations.NOBODY_YET) return invitation.email;
  if (input.email === undefined) throw badField("email", "Invalid email address");
  return input.email;
}
