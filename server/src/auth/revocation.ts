/** Who is signed out, and what is forgotten, when an account changes (security.md 4.9, revocation table). */
import { eq } from "drizzle-orm";
import type { Transaction } from "#server/database/connection.ts";
import { otpVerifications } from "#server/database/tables/otp-verifications.ts";
import { announce } from "#server/events/announce.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { forgetDevicesOf } from "./device-trust.ts";
import { closeEmailChanges } from "./email-changes.ts";
import { endTokens, endTokensOf } from "./personal-tokens.ts";
import { endEverySession, endSessionsOf } from "./sessions.ts";

/** What may stay: the session and the browser with which the change was made. */
export type Kept = { session?: string; deviceCookie?: string | null };

/**
 * Ends sessions, tokens, devices and codes of a person, and a new address that waits to be confirmed; takes effect at their next
 * request, open screens are cut off at once.
 */
export async function revokeAccess(
  tx: Transaction,
  userId: number,
  kept: Kept = {},
): Promise<void> {
  await Promise.all([
    endSessionsOf(tx, userId, kept.session === undefined ? {} : { except: kept.session }),
    endTokensOf(tx, userId),
    forgetDevicesOf(tx, userId, { exceptCookie: kept.deviceCookie ?? null }),
    tx.delete(otpVerifications).where(eq(otpVerifications.userId, userId)),
  ]);
  await closeEmailChanges(tx, userId);
  await announce(tx, { closeStreamsOf: userId });
}

/** Everybody is signed out and every token ends; trusted browsers stay trusted. Answers how many sessions there were. */
export async function endAllSessions(tx: Transaction): Promise<number> {
  const userIds = await endEverySession(tx);
  await endTokens(tx);
  for (const userId of new Set(userIds)) {
    if (userId !== null) await announce(tx, { closeStreamsOf: userId });
  }
  await recordSecurityEvent(tx, {
    kind: "session.ended",
    userId: null,
    metadata: { sessions: userIds.length },
  });
  return userIds.length;
}
