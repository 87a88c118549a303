/** People with passwords, and browsers that go through the real sign-in. */
import { sessionApi } from "contract/session";
import { hashPassword, setPasswordCost } from "#server/auth/passwords.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { buildUser, type UserInput } from "./factories/users.ts";
import { codeIn, lastMailTo } from "./mails.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

export const PASSWORD = "Correct-Horse-7";
export const DEVICE_HASH = "k3v9x0q2m7p1z";

/** Hashing as dear as in life would make the tests of passwords take minutes. */
export function hashCheaply(): void {
  setPasswordCost({ memoryKib: 256, passes: 1, lanes: 1 });
}

export async function buildMember(input: UserInput = {}): Promise<UserRow> {
  return buildUser({ password: await hashPassword(PASSWORD), ...input });
}

/** A browser with the device hash that the portal's own client keeps. */
export function browserIn(portal: TestApp): TestClient {
  const browser = portal.visitor();
  browser.headers["x-device-hash"] = DEVICE_HASH;
  return browser;
}

export function enterPassword(browser: TestClient, email: string, password = PASSWORD) {
  return browser.call(sessionApi.login, { body: { email, password } });
}

export async function enterCode(browser: TestClient, email: string) {
  const otp = codeIn(await lastMailTo(email));
  const body = { otp, email, deviceHash: browser.headers["x-device-hash"] ?? DEVICE_HASH };
  return browser.call(sessionApi.verifyOtp, { body });
}

/** Password and code: afterwards this browser is signed in and trusted. */
export async function signInWithCode(portal: TestApp, email: string): Promise<TestClient> {
  const browser = browserIn(portal);
  await enterPassword(browser, email);
  await enterCode(browser, email);
  return browser;
}
