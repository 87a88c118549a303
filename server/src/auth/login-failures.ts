import { failedSignIns } from "#server/core/service-meters.ts";
import type { Transaction } from "#server/database/connection.ts";
import { failedLoginAttempts } from "#server/database/tables/failed-login-attempts.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import type { Browser } from "./browser.ts";

type FailedLogin = { email: string; userId: number | null; browser: Browser };

/** Every failure is stored, whether or not the address belongs to anybody (S-04). */
export async function recordFailedLogin(
  tx: Transaction,
  { email, userId, browser }: FailedLogin,
): Promise<void> {
  failedSignIns.add({ step: "password" });
  await tx.insert(failedLoginAttempts).values({
    email,
    ipAddress: browser.ipAddress,
    userAgent: browser.userAgent,
  });
  await recordSecurityEvent(tx, { kind: "signin.failed", userId, browser });
}
