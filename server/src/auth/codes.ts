/** The six digits that an unknown browser is asked for (security.md 4.5). */
import { randomInt } from "node:crypto";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import { CODE_ATTEMPTS, CODE_LENGTH, CODE_LIFE_MINUTES } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { keyFor } from "#server/core/secrets.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { otpVerifications } from "#server/database/tables/otp-verifications.ts";
import { type Argon2Cost, hashWithArgon2, matchesArgon2, parseHash } from "./argon2.ts";
import type { Browser } from "./browser.ts";
import { fingerprintOfDevice } from "./device-trust.ts";

/** Cheap: what protects a code is the server's secret, five tries and ten minutes. */
const cost: Argon2Cost = { memoryKib: 8192, passes: 1, lanes: 1 };

export function createCode(): string {
  return String(randomInt(0, 10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
}

export type CodeOwner = { userId: number; sessionId: string };

/** One living code for each pending sign-in: a newer one kills the older. Answers the digits and when they die. */
export async function issueCode(
  tx: Transaction,
  owner: CodeOwner,
  browser: Browser,
): Promise<{ code: string; expiresAt: string }> {
  await cancelCodes(tx, owner.sessionId);
  const [row] = await tx
    .insert(otpVerifications)
    .values({
      ...owner,
      otp: "",
      fingerprint: browser.deviceHash === null ? "" : fingerprintOfDevice(browser.deviceHash),
      userAgent: browser.userAgent,
      ipAddress: browser.ipAddress,
      expiresAt: sql`now() + ${`${CODE_LIFE_MINUTES} minutes`}::interval`,
    })
    .returning({ id: otpVerifications.id, expiresAt: otpVerifications.expiresAt });
  if (!row) throw new Error("The code was not stored");
  const code = createCode();
  await tx
    .update(otpVerifications)
    .set({ otp: await hashWithArgon2(code, cost, bindingOf(row.id)) })
    .where(eq(otpVerifications.id, row.id));
  return { code, expiresAt: row.expiresAt };
}

export async function cancelCodes(tx: Transaction, sessionId: string): Promise<void> {
  await tx
    .update(otpVerifications)
    .set({ isUsed: true })
    .where(and(eq(otpVerifications.sessionId, sessionId), eq(otpVerifications.isUsed, false)));
}

export type CodeState = {
  id: number;
  isLiving: boolean;
  isExhausted: boolean;
  secondsSinceSent: number;
};

/** The newest code of a pending sign-in, whatever became of it. */
export async function latestCode(executor: Executor, sessionId: string): Promise<CodeState | null> {
  const [row] = await executor
    .select({
      id: otpVerifications.id,
      isLiving: sql<boolean>`not ${otpVerifications.isUsed} and ${otpVerifications.expiresAt} > now()`,
      isExhausted: sql<boolean>`${otpVerifications.attemptCount} >= ${CODE_ATTEMPTS}`,
      secondsSinceSent: sql<number>`extract(epoch from now() - ${otpVerifications.createdAt})::float8`,
    })
    .from(otpVerifications)
    .where(eq(otpVerifications.sessionId, sessionId))
    .orderBy(desc(otpVerifications.id))
    .limit(1);
  return row ?? null;
}

/** Counts the try before the digits are compared; null when this code takes no more tries. */
export async function claimTry(codeId: number): Promise<{ stored: string } | null> {
  const [row] = await runtime.database
    .update(otpVerifications)
    .set({ attemptCount: sql`${otpVerifications.attemptCount} + 1` })
    .where(and(eq(otpVerifications.id, codeId), isOpen(CODE_ATTEMPTS - 1)))
    .returning({ stored: otpVerifications.otp });
  return row ?? null;
}

export async function isRightCode(codeId: number, stored: string, code: string): Promise<boolean> {
  const hash = parseHash(stored);
  return hash !== null && matchesArgon2(code, hash, bindingOf(codeId));
}

/** Uses the code up. Of two right answers at the same moment only one gets true. */
export async function consumeCode(tx: Transaction, codeId: number): Promise<boolean> {
  const consumed = await tx
    .update(otpVerifications)
    .set({ isUsed: true, consumedAt: sql`now()` })
    .where(and(eq(otpVerifications.id, codeId), isOpen(CODE_ATTEMPTS)))
    .returning({ id: otpVerifications.id });
  return consumed.length > 0;
}

function isOpen(mostAttempts: number) {
  return and(
    eq(otpVerifications.isUsed, false),
    lte(otpVerifications.attemptCount, mostAttempts),
    sql`${otpVerifications.expiresAt} > now()`,
  );
}

function bindingOf(codeId: number) {
  return { secret: keyFor("code"), associatedData: Buffer.from(`code ${codeId}`) };
}
