/** The rows behind accounts, for everything that signs people in or changes how they do (rule 4). */
import { and, count, eq, isNull, ne, or, sql } from "drizzle-orm";
import { nameKey } from "contract/case-order";
import { sessionApi } from "contract/session";
import { usersApi } from "contract/users";
import { taken } from "#server/core/errors.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { violatedUniqueKey } from "#server/database/errors.ts";
import { userInvitations } from "#server/database/tables/user-invitations.ts";
import { users, type UserRow } from "#server/database/tables/users.ts";
import { announce } from "#server/events/announce.ts";
import * as assignees from "#server/modules/cases/assignees.service.ts";
import { writeEntriesOf } from "#server/modules/search/search-entries.service.ts";

export type AccountChanges = Partial<
  Pick<
    UserRow,
    | "email"
    | "password"
    | "firstName"
    | "lastName"
    | "role"
    | "isAdmin"
    | "profileImageUrl"
    | "storedFileId"
  >
>;

export type NewAccount = Pick<
  UserRow,
  "email" | "password" | "firstName" | "lastName" | "role" | "isAdmin"
>;

/** Disabled people and those who do not exist are the same. */
export async function findByEmail(executor: Executor, email: string): Promise<UserRow | null> {
  const [user] = await executor
    .select()
    .from(users)
    .where(and(sql`lower(${users.email}) = ${email.toLowerCase()}`, isNull(users.disabledAt)));
  return user ?? null;
}

export async function findById(executor: Executor, id: number): Promise<UserRow | null> {
  const [user] = await executor
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.disabledAt)));
  return user ?? null;
}

/** Nobody changes or removes the account until the transaction ends. */
export async function lockAccount(
  tx: Transaction,
  id: number,
  strength: "share" | "update",
): Promise<UserRow | null> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.disabledAt)))
    .for(strength);
  return user ?? null;
}

/** Also by somebody who is disabled. */
export async function isTaken(executor: Executor, email: string): Promise<boolean> {
  const found = await executor
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`);
  return found.length > 0;
}

/**
 * Whether this person may not take an address: another account has it, or an invitation offers it to somebody else. An
 * invitation keeps it even when the account that came of it has been deleted.
 */
export async function isTakenFor(
  executor: Executor,
  email: string,
  userId: number,
): Promise<boolean> {
  const { rows } = await executor.execute(sql`
    select from ${users}
    where lower(${users.email}) = ${email.toLowerCase()} and ${users.id} <> ${userId}
    union all
    select from ${userInvitations}
    where lower(${userInvitations.email}) = ${email.toLowerCase()}
      and ${userInvitations.userId} is distinct from ${userId}
    limit 1`);
  return rows.length > 0;
}

export async function isAnybodyThere(executor: Executor): Promise<boolean> {
  const found = await executor.select({ id: users.id }).from(users).limit(1);
  return found.length > 0;
}

/** Admins who can still sign in, besides this one. */
export async function countOtherAdmins(tx: Transaction, userId: number): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(users)
    .where(
      and(
        ne(users.id, userId),
        or(eq(users.isAdmin, true), eq(users.role, "admin")),
        isNull(users.disabledAt),
      ),
    );
  return row?.count ?? 0;
}

export async function createAccount(tx: Transaction, account: NewAccount): Promise<UserRow> {
  const values = { ...account, nameKey: nameKey(account) };
  const [user] = await tx.insert(users).values(values).returning();
  if (!user) throw new Error("The account was not stored");
  await announceUser(tx, user.id);
  await writeEntriesOf(tx, null);
  return user;
}

/** Tells open screens as well: names and pictures stand in many places. */
export async function updateAccount(
  tx: Transaction,
  userId: number,
  changes: AccountChanges,
): Promise<UserRow> {
  const [user] = await tx.update(users).set(changes).where(eq(users.id, userId)).returning();
  if (!user) throw new Error("The account was not there");
  if (user.nameKey === null) await foldName(tx, user);
  await announceUser(tx, userId);
  await writeEntriesOf(tx, null);
  return user;
}

/** A trigger has dropped the folded name with the name. */
async function foldName(tx: Transaction, user: UserRow): Promise<void> {
  await tx
    .update(users)
    .set({ nameKey: nameKey(user) })
    .where(eq(users.id, user.id));
  await assignees.rewriteNames(tx);
}

export async function removeAccount(tx: Transaction, userId: number): Promise<void> {
  await announceUser(tx, userId);
  await tx.delete(users).where(eq(users.id, userId));
}

export async function storePassword(
  executor: Executor,
  userId: number,
  hash: string,
): Promise<void> {
  await executor.update(users).set({ password: hash }).where(eq(users.id, userId));
}

/** Runs the work; an address that is somebody else's already leaves as 409 with this sentence. */
export async function refusingTakenEmail<Result>(
  message: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (violatedUniqueKey(error) === "users_email_key") throw taken(message, "email");
    throw error;
  }
}

async function announceUser(tx: Transaction, userId: number): Promise<void> {
  await announce(tx, { audience: "admins", keys: [usersApi.list.path, usersApi.page.path] });
  await announce(tx, { audience: { userId }, keys: [sessionApi.getUser.path] });
  await assignees.announceCasesOf(tx, { userId });
}
