/** Ten codes for the day on which every other factor is lost: shown once, kept as hashes, used once (security.md 4.9). */
import { randomInt } from "node:crypto";
import { and, count as countRows, eq, isNull, sql } from "drizzle-orm";
import { RECOVERY_CODE_COUNT } from "contract/two-factor";
import { runtime } from "#server/core/runtime.ts";
import { keyFor } from "#server/core/secrets.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { recoveryCodes } from "#server/database/tables/recovery-codes.ts";
import { type Argon2Cost, hashWithArgon2, matchesArgon2, parseHash } from "./argon2.ts";

/** No i, l, o and u: nobody has to wonder what was written down. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** Fifty bits, far beyond what twenty tries a day can find. */
const LENGTH = 10;
const cost: Argon2Cost = { memoryKib: 8192, passes: 1, lanes: 1 };

/** The ones before stop working. */
export async function renewRecoveryCodes(
  tx: Transaction,
  userId: number,
  count: number = RECOVERY_CODE_COUNT,
): Promise<string[]> {
  await removeRecoveryCodes(tx, userId);
  const codes = Array.from({ length: count }, createRecoveryCode);
  for (const code of codes) {
    const hash = await hashWithArgon2(plain(code), cost, bindingOf(userId));
    await tx.insert(recoveryCodes).values({ userId, code: hash });
  }
  return codes;
}

export async function removeRecoveryCodes(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export async function countRecoveryCodes(executor: Executor, userId: number): Promise<number> {
  const [row] = await executor
    .select({ left: countRows() })
    .from(recoveryCodes)
    .where(isUnused(userId));
  return row?.left ?? 0;
}

/** The unused code this is, looked for outside any transaction because it takes a while; null when it is none. */
export async function findRecoveryCode(userId: number, code: string): Promise<number | null> {
  const unused = await runtime.database.select().from(recoveryCodes).where(isUnused(userId));
  for (const row of unused) {
    const hash = parseHash(row.code);
    if (hash !== null && (await matchesArgon2(plain(code), hash, bindingOf(userId)))) return row.id;
  }
  return null;
}

/** Of two sign-ins with the same code at the same moment only one gets true. */
export async function consumeRecoveryCode(tx: Transaction, codeId: number): Promise<boolean> {
  const consumed = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.id, codeId), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id });
  return consumed.length > 0;
}

function createRecoveryCode(): string {
  const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}

function plain(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, "");
}

function isUnused(userId: number) {
  return and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
}

function bindingOf(userId: number) {
  return { secret: keyFor("recovery"), associatedData: Buffer.from(`user ${userId}`) };
}
