import { describe, expect, it } from "vitest";
import { profileApi } from "contract/profile";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import { buildMember, signInWithCode } from "#testing/sign-in.ts";
import type { TestClient } from "#testing/test-client.ts";

const portal = signInPortal();

const body = { firstName: "New", lastName: "Name" };

async function write(browser: TestClient, headers: Record<string, string> = {}) {
  const { email } = await browser.call(sessionApi.getUser);
  return browser.send(profileApi.update, { body: { ...body, email }, headers });
}

describe("the anti-forgery token", () => {
  it(
    "is answered to anybody, with a cookie no script can read",
    { tags: ["C-CSRF-004", "asvs-27"] },
    async () => {
      const visitor = portal().visitor();
      const answer = await visitor.send(sessionApi.getCsrfToken);
      expect(answer.body).toEqual({ csrfToken: expect.stringMatching(/^[\w-]{64}$/) });
      const cookie = String(answer.headers["set-cookie"]);
      expect(cookie).toContain("HttpOnly");
      expect(cookie).toContain("SameSite=Strict");
      expect(cookie).not.toContain("Max-Age");
    },
  );

  it("is another one at every call, and all of them work", async () => {
    const browser = await portal().as(await buildMember());
    const first = (await browser.call(sessionApi.getCsrfToken)).csrfToken;
    const second = (await browser.call(sessionApi.getCsrfToken)).csrfToken;
    expect(first).not.toBe(second);
    for (const token of [first, second]) {
      expect((await write(browser, { "x-csrf-token": token })).status).toBe(200);
    }
  });

  it("survives sign-in and code, so that a client may keep it", { tags: ["D-100"] }, async () => {
    const person = await buildMember();
    const browser = await signInWithCode(portal(), person.email);
    expect((await write(browser)).status).toBe(200);
  });

  it.each([
    ["missing", { "x-csrf-token": "" }],
    ["made up", { "x-csrf-token": "A".repeat(64) }],
  ])(
    "that is %s is refused, and nothing changes",
    { tags: ["CI-CSRF-002", "S-06"] },
    async (_, headers) => {
      const browser = await portal().as(await buildMember({ firstName: "Old" }));
      const answer = await write(browser, headers);
      expect(answer).toMatchObject({
        status: 403,
        body: { message: "Invalid CSRF token", code: "csrf" },
      });
      expect(await browser.call(sessionApi.getUser)).toMatchObject({ firstName: "Old" });
    },
  );

  it("of another browser is refused", async () => {
    const other = (await portal().visitor().call(sessionApi.getCsrfToken)).csrfToken;
    const browser = await portal().as(await buildMember());
    expect((await write(browser, { "x-csrf-token": other })).status).toBe(403);
  });

  it("with a cookie planted after sign-in is refused", { tags: ["security-4.6"] }, async () => {
    const attacker = portal().visitor();
    const { csrfToken } = await attacker.call(sessionApi.getCsrfToken);
    const browser = await portal().as(await buildMember());
    browser.cookies.set("csrf", attacker.cookies.get("csrf") ?? "");
    expect((await write(browser, { "x-csrf-token": csrfToken })).status).toBe(403);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a sub-domain", { "sec-fetch-site": "same-site" }],
    ["another origin", { origin: "https://evil.example" }],
    ["an opaque origin", { origin: "null" }],
  ])("is not enough for %s", async (_, headers: Record<string, string>) => {
    const browser = await portal().as(await buildMember());
    expect((await write(browser, headers)).status).toBe(403);
  });

  it("is accepted from our own pages", async () => {
    const browser = await portal().as(await buildMember());
    expect((await write(browser, { "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect((await write(browser, { origin: runtime.config.appOrigin })).status).toBe(200);
  });
});
