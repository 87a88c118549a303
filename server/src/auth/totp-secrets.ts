/** The authenticator app of a person: its secret, and which of its codes have been used. */
import { randomBytes } from "node:crypto";
import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { seal, unseal } from "#server/core/sealed.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { totpSecrets } from "#server/database/tables/totp-secrets.ts";
import { matchingStep, TOTP_SECRET_BYTES } from "./totp.ts";

/** How long a new secret waits for its first code. */
const SETUP_MINUTES = 15;

const sealOf = (userId: number) => ({ purpose: "totp", owner: `user ${userId}` }) as const;

/** A secret that counts for nothing until its first code has come. */
export async function prepareTotp(tx: Transaction, userId: number): Promise<Buffer> {
  const secret = randomBytes(TOTP_SECRET_BYTES);
  const pending = {
    pendingSecret: seal(secret.toString("base64"), sealOf(userId)),
    pendingSince: sql<string>`now()`,
  };
  await tx
    .insert(totpSecrets)
    .values({ userId, ...pending })
    .onConflictDoUpdate({ target: totpSecrets.userId, set: pending });
  return secret;
}

/** The new app takes the place of the one before; false: the code is wrong, or no secret waits for one. */
export async function confirmTotp(tx: Transaction, userId: number, code: string): Promise<boolean> {
  const [row] = await tx
    .select({ sealed: totpSecrets.pendingSecret })
    .from(totpSecrets)
    .where(
      and(
        eq(totpSecrets.userId, userId),
        sql`${totpSecrets.pendingSince} > now() - ${`${SETUP_MINUTES} minutes`}::interval`,
      ),
    );
  const step = stepOf(userId, row?.sealed ?? null, code);
  if (step === null) return false;
  await tx
    .update(totpSecrets)
    .set({
      secret: totpSecrets.pendingSecret,
      addedAt: sql`now()`,
      lastStep: step,
      pendingSecret: null,
      pendingSince: null,
    })
    .where(eq(totpSecrets.userId, userId));
  return true;
}

/** Uses the code up: neither it nor an older one is taken again, also of two at the same moment (RFC 6238, 5.2). */
export async function consumeTotp(tx: Transaction, userId: number, code: string): Promise<boolean> {
  const [row] = await tx
    .select({ sealed: totpSecrets.secret })
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, userId));
  const step = stepOf(userId, row?.sealed ?? null, code);
  if (step === null) return false;
  const consumed = await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userId, userId), lt(totpSecrets.lastStep, step)))
    .returning({ userId: totpSecrets.userId });
  return consumed.length > 0;
}

/** False: there was none. */
export async function removeTotp(tx: Transaction, userId: number): Promise<boolean> {
  const removed = await tx
    .delete(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.secret)))
    .returning({ userId: totpSecrets.userId });
  return removed.length > 0;
}

/** When the app was added; null when there is none. */
export async function totpAddedAt(executor: Executor, userId: number): Promise<string | null> {
  const [row] = await executor
    .select({ addedAt: totpSecrets.addedAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, userId));
  return row?.addedAt ?? null;
}

function stepOf(userId: number, sealed: string | null, code: string): number | null {
  const secret = sealed === null ? null : openSecret(sealed, userId);
  return secret === null ? null : matchingStep(secret, code, runtime.clock.now());
}

/** Sealed with another SECRET_KEY it makes no code right; a passkey or an admin is then the way out. */
function openSecret(sealed: string, userId: number): Buffer | null {
  try {
    return Buffer.from(unseal(sealed, sealOf(userId)), "base64");
  } catch (error) {
    runtime.log.warn({ err: error, userId }, "The secret of an authenticator app cannot be opened");
    return null;
  }
}
