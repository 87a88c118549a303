/** The bureau's people, as an admin manages them (D-047, D-132). */
import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { UpdateUserInput, User } from "contract/users";
import { forgetEmailChanges } from "#server/auth/email-changes.ts";
import { forgetResetTokens } from "#server/auth/reset-tokens.ts";
import { revokeAccess } from "#server/auth/revocation.ts";
import { isAdmin, type SignedInActor } from "#server/core/actor.ts";
import { adminOnly, notFound, wrongState } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { users, type UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { releaseFiles } from "#server/files/stored.ts";
import { sendMail } from "#server/mail/outbox.ts";
import {
  forgetFailures,
  mailsFail,
} from "#server/modules/notifications/mail-recipients.service.ts";
import * as accounts from "./accounts.service.ts";
import { assertIsAnother, assertManagesUsers, assertMayChange } from "./users.policy.ts";

export const TAKEN_EMAIL = "A user with this email already exists";

type Update = z.output<typeof UpdateUserInput> & { id: number };

export async function list(actor: SignedInActor): Promise<User[]> {
  assertManagesUsers(actor);
  const { firstName, lastName } = users;
  return runtime.database
    .select(columns)
    .from(users)
    .orderBy(
      sql`(${firstName} || ' ' || ${lastName}) collate "und-x-icu"`,
      sql`${users.email} collate "und-x-icu"`,
    );
}

export async function update(actor: SignedInActor, { id, ...input }: Update): Promise<User> {
  return accounts.refusingTakenEmail(TAKEN_EMAIL, () =>
    inTransaction(async (tx) => {
      const user = await lockManaged(tx, actor, id);
      assertMayChange(actor, user, input);
      const isNewRole = input.role !== user.role;
      // Editing a name never strips somebody who is admin by the flag alone (D-047).
      const changes = isNewRole ? { ...input, isAdmin: input.role === "admin" } : input;
      if (isAdmin(user) && !isAdmin({ ...user, ...changes })) {
        await assertAdminRemains(tx, id, "The last admin cannot be demoted");
      }
      const changed = await accounts.updateAccount(tx, id, changes);
      if (isNewRole) await applyNewRole(tx, actor, changed);
      if (changed.email !== user.email) await applyNewEmail(tx, actor, { user, changed });
      const { mailFails } = await readStanding(tx, id);
      return { ...answerOf(changed), mailFails };
    }),
  );
}

export async function remove(actor: SignedInActor, { id }: { id: number }): Promise<void> {
  assertIsAnother(actor, id);
  await inTransaction(async (tx) => {
    const user = await lockManaged(tx, actor, id);
    if (isAdmin(user)) await assertAdminRemains(tx, id, "The last admin cannot be deleted");
    await announce(tx, { closeStreamsOf: id });
    if (user.storedFileId !== null) await releaseFiles(tx, [user.storedFileId]);
    // What he wrote stays, without its author; what was his alone goes with him (S-15).
    await accounts.removeAccount(tx, id);
    await recordSecurityEvent(tx, {
      kind: "user.removed",
      userId: actor.id,
      metadata: { removed: id },
    });
  });
}

/** One change of the set of admins at a time: two admins cannot demote each other at once. */
async function lockManaged(tx: Transaction, actor: SignedInActor, id: number): Promise<UserRow> {
  assertManagesUsers(actor);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('manage users', 0))`);
  const self = await accounts.lockAccount(tx, actor.id, "share");
  if (self === null || !isAdmin(self)) throw adminOnly();
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for("update");
  if (!user) throw notFound("user");
  return user;
}

async function assertAdminRemains(tx: Transaction, id: number, message: string): Promise<void> {
  if ((await accounts.countOtherAdmins(tx, id)) === 0) throw wrongState(message);
}

/** Takes effect at the next request (S-16); a browser trusted for the old role has to prove itself anew. */
async function applyNewRole(tx: Transaction, actor: SignedInActor, user: UserRow): Promise<void> {
  await revokeAccess(tx, user.id);
  const metadata = { role: user.role, by: actor.id };
  await recordSecurityEvent(tx, { kind: "role.changed", userId: user.id, metadata });
  const data = { role: user.role };
  await sendMail(tx, { template: "roleChanged", to: { email: user.email }, data });
}

type EmailChange = { user: UserRow; changed: UserRow };

/** Links and codes on their way to the old address die with it (security.md 4.9); both addresses are told (D-131). */
async function applyNewEmail(
  tx: Transaction,
  actor: SignedInActor,
  { user, changed }: EmailChange,
): Promise<void> {
  await revokeAccess(tx, user.id, user.id === actor.id ? { session: actor.sessionId } : {});
  await forgetResetTokens(tx, user.id);
  await forgetFailures(tx, user.id);
  await forgetEmailChanges(tx, user.id);
  await recordSecurityEvent(tx, {
    kind: "email.changed",
    userId: user.id,
    metadata: { by: actor.id },
  });
  const data = { newEmail: changed.email, at: runtime.clock.now().toISOString() };
  await sendMail(tx, { template: "emailChanged", to: { email: user.email }, data });
  await sendMail(tx, { template: "emailGiven", to: { email: changed.email }, data });
}

const columns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  role: users.role,
  isAdmin: users.isAdmin,
  mailFails: mailsFail(sql`${users.id}`),
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
};

async function readStanding(tx: Transaction, id: number): Promise<Pick<User, "mailFails">> {
  const [row] = await tx
    .select({ mailFails: columns.mailFails })
    .from(users)
    .where(eq(users.id, id));
  return { mailFails: row?.mailFails ?? false };
}

function answerOf({
  password: _password,
  storedFileId: _storedFileId,
  ...user
}: UserRow): Omit<User, "mailFails"> {
  return user;
}
