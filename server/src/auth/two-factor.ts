/** Which second factors a person has, and whether the person's role demands one (security.md 4.9, asvs 70). */
import { sql, type SQL } from "drizzle-orm";
import type { Role } from "contract/session";
import { isAdmin } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { passkeys } from "#server/database/tables/passkeys.ts";
import { totpSecrets } from "#server/database/tables/totp-secrets.ts";
import { users } from "#server/database/tables/users.ts";
import { removePasskeysOf } from "./passkeys.ts";
import { removeRecoveryCodes } from "./recovery-codes.ts";
import { removeTotp } from "./totp-secrets.ts";

export type TwoFactor = { totp: boolean; passkey: boolean };

const hasTotp = (userId: SQL) =>
  sql<boolean>`exists (select from ${totpSecrets} where ${totpSecrets.userId} = ${userId} and ${totpSecrets.secret} is not null)`;
const hasPasskey = (userId: SQL) =>
  sql<boolean>`exists (select from ${passkeys} where ${passkeys.userId} = ${userId})`;

export async function twoFactorOf(executor: Executor, userId: number): Promise<TwoFactor> {
  const id = sql`${userId}::integer`;
  const { rows } = await executor.execute<TwoFactor>(
    sql`select ${hasTotp(id)} as totp, ${hasPasskey(id)} as passkey`,
  );
  return rows[0] ?? { totp: false, passkey: false };
}

export function hasAny({ totp, passkey }: TwoFactor): boolean {
  return totp || passkey;
}

/** For a query that has the person at hand. */
export function hasTwoFactor(): SQL<boolean> {
  const id = sql`${users.id}`;
  return sql<boolean>`(${hasTotp(id)} or ${hasPasskey(id)})`;
}

export function isTwoFactorRequired(user: { role: Role; isAdmin: boolean }): boolean {
  const roles = runtime.config.requireStrongFactor;
  return roles.includes(user.role) || (isAdmin(user) && roles.includes("admin"));
}

/** Back to the code by mail. */
export async function removeTwoFactor(tx: Transaction, userId: number): Promise<void> {
  await removeTotp(tx, userId);
  await removePasskeysOf(tx, userId);
  await removeRecoveryCodes(tx, userId);
}
