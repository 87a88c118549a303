import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { otpVerifications } from "#server/database/tables/otp-verifications.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import { browserIn, buildMember, enterPassword } from "#testing/sign-in.ts";
import type { TestClient } from "#testing/test-client.ts";

const portal = signInPortal();

async function isSignedIn(browser: TestClient): Promise<boolean> {
  return (await browser.send(sessionApi.getUser)).status === 200;
}

describe("signing out", () => {
  it(
    "ends the session, also for whoever kept the cookie",
    { tags: ["CI-SIGN-022", "S-05", "asvs-84"] },
    async () => {
      const person = await buildMember();
      const browser = await portal().as(person);
      const kept = browser.cookies.get("sid") ?? "";
      const answer = await browser.send(sessionApi.logout);
      expect(answer).toMatchObject({ status: 200, body: { message: "Signed out" } });
      expect(answer.headers["clear-site-data"]).toBe('"cache"');
      expect(browser.cookies.has("sid")).toBe(false);
      browser.cookies.set("sid", kept);
      await browser.refused(401, casesApi.list);
      const rows = await runtime.database
        .select()
        .from(sessions)
        .where(eq(sessions.userId, person.id));
      expect(rows).toEqual([]);
    },
  );

  it("twice, or without ever having signed in, is no error", { tags: ["S-05"] }, async () => {
    const browser = await portal().as(await buildMember());
    await browser.call(sessionApi.logout);
    await browser.call(sessionApi.logout);
    expect(await portal().visitor().call(sessionApi.logout)).toEqual({ message: "Signed out" });
  });

  it("gives up a sign-in that waits for its code", async () => {
    const person = await buildMember();
    const browser = browserIn(portal());
    await enterPassword(browser, person.email);
    await browser.call(sessionApi.logout);
    const [code] = await runtime.database
      .select()
      .from(otpVerifications)
      .where(eq(otpVerifications.userId, person.id));
    expect(code?.isUsed).toBe(true);
  });

  it("by POST needs the anti-forgery token", async () => {
    const browser = await portal().as(await buildMember());
    await browser.refused(403, sessionApi.logout, { headers: { "x-csrf-token": "made up" } });
    expect(await isSignedIn(browser)).toBe(true);
  });
});

type Headers = Record<string, string>;
const fetched = (site: string, mode: string, dest: string): Headers => ({
  "sec-fetch-site": site,
  "sec-fetch-mode": mode,
  "sec-fetch-dest": dest,
});

describe("GET /api/logout", () => {
  it.each<[string, Headers]>([
    ["a link of the menu", fetched("same-origin", "navigate", "document")],
    ["a typed address", fetched("none", "navigate", "document")],
    ["an old browser", {}],
  ])(
    "signs out by %s and leads to the start page",
    { tags: ["I-SHELL-054", "D-098", "security-4.8"] },
    async (_, headers) => {
      const browser = await portal().as(await buildMember());
      const answer = await browser.send(sessionApi.logoutByLink, { headers });
      expect(answer.status).toBe(303);
      expect(answer.headers.location).toBe("/");
      expect(await isSignedIn(browser)).toBe(false);
    },
  );

  it.each<[string, Headers]>([
    ["an image of another site", fetched("cross-site", "no-cors", "image")],
    ["a frame of another site", fetched("cross-site", "navigate", "iframe")],
    ["a link of another site", fetched("cross-site", "navigate", "document")],
    ["a page of a sub-domain", fetched("same-site", "navigate", "document")],
    ["an image of our own", fetched("same-origin", "no-cors", "image")],
    ["a frame of our own", fetched("same-origin", "navigate", "iframe")],
    [
      "a prefetch",
      { ...fetched("same-origin", "navigate", "document"), "sec-purpose": "prefetch" },
    ],
    ["a script of our own", fetched("same-origin", "cors", "empty")],
  ])("does nothing but lead to the start page for %s", { tags: ["D-098"] }, async (_, headers) => {
    const browser = await portal().as(await buildMember());
    const answer = await browser.send(sessionApi.logoutByLink, { headers });
    expect(answer.status).toBe(303);
    expect(await isSignedIn(browser)).toBe(true);
  });
});
