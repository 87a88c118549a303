import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { codeIn, lastMailTo } from "#testing/mails.ts";
import { browserIn, buildMember, DEVICE_HASH, hashCheaply, PASSWORD } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;

beforeEach(() => hashCheaply());
afterEach(() => portal.close());

/** Name → attributes, of all cookies a sign-in sets. */
async function cookiesOfSignIn(): Promise<Record<string, string>> {
  const { email } = await buildMember();
  const browser = browserIn(portal);
  const answers = [
    await browser.send(sessionApi.getCsrfToken),
    await browser.send(sessionApi.login, { body: { email, password: PASSWORD } }),
    await browser.send(sessionApi.verifyOtp, {
      body: { otp: codeIn(await lastMailTo(email)), email, deviceHash: DEVICE_HASH },
    }),
  ];
  const lines = answers.flatMap(({ headers }) => [headers["set-cookie"] ?? []].flat());
  return Object.fromEntries(
    lines.map((line) => {
      const [pair = "", ...attributes] = line.split("; ");
      return [pair.split("=")[0] ?? "", attributes.toSorted().join("; ")];
    }),
  );
}

describe("the cookies of a sign-in", () => {
  it(
    "are bound to the host and to encryption with an https origin",
    { tags: ["asvs-26", "asvs-27", "D-099"] },
    async () => {
      portal = await openTestApp({ settings: { APP_ORIGIN: "https://portal.test" } });
      expect(await cookiesOfSignIn()).toEqual({
        "__Host-csrf": "HttpOnly; Path=/; SameSite=Strict; Secure",
        "__Host-sid": "HttpOnly; Path=/; SameSite=Strict; Secure",
        "__Host-dev": "HttpOnly; Max-Age=2592000; Path=/; SameSite=Strict; Secure",
      });
    },
  );

  it(
    "also work with http, for trying the portal out on one machine",
    { tags: ["D-099"] },
    async () => {
      portal = await openTestApp();
      expect(await cookiesOfSignIn()).toEqual({
        csrf: "HttpOnly; Path=/; SameSite=Strict",
        sid: "HttpOnly; Path=/; SameSite=Strict",
        dev: "HttpOnly; Max-Age=2592000; Path=/; SameSite=Strict",
      });
    },
  );
});
