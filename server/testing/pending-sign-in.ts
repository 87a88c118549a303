/** People whose password was right, and whose code is still missing. */
import { desc, eq, sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { otpVerifications } from "#server/database/tables/otp-verifications.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { codeIn, lastMailTo } from "./mails.ts";
import { browserIn, buildMember, DEVICE_HASH, enterPassword } from "./sign-in.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

export type PendingSignIn = {
  person: UserRow;
  browser: TestClient;
  /** The one in the mail, and one that it is not. */
  code: string;
  wrong: string;
};

export async function beginSignIn(portal: TestApp): Promise<PendingSignIn> {
  const person = await buildMember();
  const browser = browserIn(portal);
  await enterPassword(browser, person.email);
  const code = codeIn(await lastMailTo(person.email));
  return { person, browser, code, wrong: code === "000000" ? "111111" : "000000" };
}

/** What the form of the code sends. */
export function claim({ person }: PendingSignIn, otp: string) {
  return { otp, email: person.email, deviceHash: DEVICE_HASH };
}

/** As if this person's newest code had been sent so much earlier. */
export async function ageCode(person: UserRow, age: string): Promise<void> {
  const [newest] = await runtime.database
    .select({ id: otpVerifications.id })
    .from(otpVerifications)
    .where(eq(otpVerifications.userId, person.id))
    .orderBy(desc(otpVerifications.id))
    .limit(1);
  await runtime.database
    .update(otpVerifications)
    .set({
      createdAt: sql`${otpVerifications.createdAt} - ${age}::interval`,
      expiresAt: sql`${otpVerifications.expiresAt} - ${age}::interval`,
    })
    .where(eq(otpVerifications.id, newest?.id ?? 0));
}
