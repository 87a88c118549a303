/** The passkeys of a person and the challenges they sign (WebAuthn). What a signature means is in webauthn.ts. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { passkeyChallenges } from "#server/database/tables/passkey-challenges.ts";
import { passkeys } from "#server/database/tables/passkeys.ts";

const CHALLENGE_MINUTES = 5;

/** A challenge for one is worth nothing for the other: adding a passkey asks for the password first. */
export type ChallengePurpose = "add" | "prove";

export type PasskeyRow = typeof passkeys.$inferSelect;

export async function listPasskeysOf(executor: Executor, userId: number): Promise<PasskeyRow[]> {
  return executor
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id));
}

/** False: this credential is somebody's already. */
export async function storePasskey(
  tx: Transaction,
  passkey: typeof passkeys.$inferInsert,
): Promise<boolean> {
  const stored = await tx
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id });
  return stored.length > 0;
}

/** Null: this person has no such passkey. */
export async function removePasskey(
  tx: Transaction,
  userId: number,
  passkeyId: number,
): Promise<{ name: string } | null> {
  const [removed] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, passkeyId)))
    .returning({ name: passkeys.name });
  return removed ?? null;
}

export async function removePasskeysOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}

/** False when the passkey is gone, or was used meanwhile with a counter at least as high. */
export async function markPasskeyUsed(
  tx: Transaction,
  passkey: PasskeyRow,
  counter: number,
): Promise<boolean> {
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

/** The session's earlier challenge, if any, can no longer be answered. */
export async function storeChallenge(
  tx: Transaction,
  sessionId: string,
  { challenge, purpose }: { challenge: string; purpose: ChallengePurpose },
): Promise<void> {
  const values = {
    challenge,
    purpose,
    expiresAt: sql<string>`now() + ${`${CHALLENGE_MINUTES} minutes`}::interval`,
  };
  await tx
    .insert(passkeyChallenges)
    .values({ sessionId, ...values })
    .onConflictDoUpdate({ target: passkeyChallenges.sessionId, set: values });
}

/** Uses the challenge up, whether the answer turns out to be right or wrong; null when there is none that lives. */
export async function takeChallenge(
  executor: Executor,
  sessionId: string,
  purpose: ChallengePurpose,
): Promise<string | null> {
  const [taken] = await executor
    .delete(passkeyChallenges)
    .where(eq(passkeyChallenges.sessionId, sessionId))
    .returning({
      challenge: passkeyChallenges.challenge,
      purpose: passkeyChallenges.purpose,
      isLiving: sql<boolean>`${passkeyChallenges.expiresAt} > now()`,
    });
  return taken?.isLiving === true && taken.purpose === purpose ? taken.challenge : null;
}
