import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { fingerprintOf } from "#server/core/secrets.ts";
import { failedLoginAttempts } from "#server/database/tables/failed-login-attempts.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { trustedDevices } from "#server/database/tables/trusted-devices.ts";
import { users } from "#server/database/tables/users.ts";
import { lastMailTo } from "#testing/mails.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import {
  browserIn,
  buildMember,
  DEVICE_HASH,
  enterCode,
  enterPassword,
  PASSWORD,
  signInWithCode,
} from "#testing/sign-in.ts";
import { placeOfCode } from "./code-place.ts";

const portal = signInPortal();

const chromeOnMac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

describe("signing in with an unknown browser", () => {
  it("asks for a code and names the device", { tags: ["C-SIGN-010..012", "S-01"] }, async () => {
    const person = await buildMember();
    const browser = browserIn(portal());
    browser.headers["user-agent"] = chromeOnMac;
    const answer = await enterPassword(browser, person.email);
    expect(answer).toMatchObject({ requiresOtp: true, deviceName: "Chrome on macOS" });
    expect((await lastMailTo(person.email)).text).toMatch(/^\d{6}$/m);
  });

  it("says where the code is while there is no mail server, on the portal's own machine alone", async () => {
    const person = await buildMember();
    const { codeIn } = await enterPassword(browserIn(portal()), person.email);
    const outbox = runtime.config.mail.outboxDirectory;
    expect(codeIn).toEqual({ outbox, terminal: false });
    expect(placeOfCode({ ipAddress: "::ffff:127.0.0.1" })).toEqual(codeIn);
    for (const ipAddress of ["192.168.1.20", "2001:db8::7", ""])
      expect(placeOfCode({ ipAddress })).toBeUndefined();
  });

  it("stays signed out until the code is right", { tags: ["D-093"] }, async () => {
    const person = await buildMember();
    const browser = browserIn(portal());
    await enterPassword(browser, person.email);
    const refusal = await browser.refused(401, sessionApi.getUser);
    expect(refusal.code).toBe("session.missing");
  });

  it(
    "lets the right code in and answers the person",
    { tags: ["C-DEV-024", "CI-SIGN-015..016", "S-02"] },
    async () => {
      const person = await buildMember({ role: "agent" });
      const browser = browserIn(portal());
      await enterPassword(browser, person.email);
      const { user } = await enterCode(browser, person.email);
      expect(user).toMatchObject({ id: person.id, role: "agent", isAdmin: false });
      expect(await browser.call(sessionApi.getUser)).toEqual(user);
    },
  );

  it("accepts the address in any spelling and trims it", { tags: ["D-105"] }, async () => {
    const person = await buildMember({ email: "mixed.case@example.com" });
    const answer = await enterPassword(browserIn(portal()), "  Mixed.CASE@Example.com ");
    expect(answer.requiresOtp).toBe(true);
    expect((await lastMailTo(person.email)).template).toBe("code");
  });

  it(
    "gives a new session at every step and ends the one before",
    { tags: ["asvs-83"] },
    async () => {
      const person = await buildMember();
      const browser = browserIn(portal());
      await enterPassword(browser, person.email);
      const pending = browser.cookies.get("sid");
      await enterCode(browser, person.email);
      const signedIn = browser.cookies.get("sid");
      expect(signedIn).not.toBe(pending);
      const left = await runtime.database
        .select({ sid: sessions.sid })
        .from(sessions)
        .where(eq(sessions.userId, person.id));
      expect(left).toEqual([{ sid: fingerprintOf(signedIn ?? "") }]);
    },
  );
});

describe("signing in with a trusted browser", () => {
  it("needs no code a second time", { tags: ["C-SIGN-012", "S-01", "D-092"] }, async () => {
    const person = await buildMember();
    const browser = await signInWithCode(portal(), person.email);
    await browser.call(sessionApi.logout);
    expect(await enterPassword(browser, person.email)).toMatchObject({ requiresOtp: false });
    expect(await browser.call(sessionApi.getUser)).toMatchObject({ id: person.id });
  });

  it(
    "asks again without the cookie, or with another device hash",
    { tags: ["D-092"] },
    async () => {
      const person = await buildMember();
      const browser = await signInWithCode(portal(), person.email);
      const cookie = browser.cookies.get("dev") ?? "";
      browser.cookies.delete("dev");
      expect(await enterPassword(browser, person.email)).toMatchObject({ requiresOtp: true });
      browser.cookies.set("dev", cookie);
      browser.headers["x-device-hash"] = "another-hash-1";
      expect(await enterPassword(browser, person.email)).toMatchObject({ requiresOtp: true });
    },
  );

  it.each([
    ["not used for 30 days", { lastUsed: sql`now() - interval '31 days'` }],
    ["first used 90 days ago", { firstUsedAt: sql`now() - interval '91 days'` }],
  ])("asks again when it was %s", async (_, age) => {
    const person = await buildMember();
    const browser = await signInWithCode(portal(), person.email);
    await runtime.database
      .update(trustedDevices)
      .set(age)
      .where(eq(trustedDevices.userId, person.id));
    expect(await enterPassword(browser, person.email)).toMatchObject({ requiresOtp: true });
  });

  it("is trusted for each person who uses it", async () => {
    const [first, second] = [await buildMember(), await buildMember()];
    const browser = await signInWithCode(portal(), first.email);
    await enterPassword(browser, second.email);
    await enterCode(browser, second.email);
    expect(await enterPassword(browser, first.email)).toMatchObject({ requiresOtp: false });
    expect(await enterPassword(browser, second.email)).toMatchObject({ requiresOtp: false });
  });

  it("stores neither the hash nor the cookie of the device", { tags: ["D-163"] }, async () => {
    const person = await buildMember();
    const browser = await signInWithCode(portal(), person.email);
    const rows = await runtime.database.select().from(trustedDevices);
    const stored = JSON.stringify(rows);
    expect(rows.some((row) => row.userId === person.id)).toBe(true);
    expect(stored).not.toContain(DEVICE_HASH);
    expect(stored).not.toContain(browser.cookies.get("dev"));
  });
});

describe("a refused sign-in", () => {
  it(
    "answers the same for a wrong password and an unknown address",
    { tags: ["D-097", "asvs-71"] },
    async () => {
      const person = await buildMember();
      const wrong = await browserIn(portal()).send(sessionApi.login, {
        body: { email: person.email, password: "Wrong-Horse-7" },
      });
      const unknown = await browserIn(portal()).send(sessionApi.login, {
        body: { email: "nobody@example.com", password: PASSWORD },
      });
      const comparable = ({ status, body }: typeof wrong) => ({
        status,
        body: { ...(body as object), requestId: "" },
      });
      expect(comparable(wrong)).toEqual(comparable(unknown));
      expect(wrong).toMatchObject({ status: 401, body: { message: "Invalid email or password" } });
    },
  );

  it("refuses a disabled person like an unknown one", async () => {
    const person = await buildMember({ disabledAt: "2026-01-01T00:00:00.000Z" });
    const body = { email: person.email, password: PASSWORD };
    const refusal = await browserIn(portal()).refused(401, sessionApi.login, { body });
    expect(refusal.message).toBe("Invalid email or password");
  });

  it("is stored with address and time", { tags: ["S-04"] }, async () => {
    const body = { email: "stored@example.com", password: "x" };
    await browserIn(portal()).refused(401, sessionApi.login, { body });
    const rows = await runtime.database
      .select()
      .from(failedLoginAttempts)
      .where(eq(failedLoginAttempts.email, "stored@example.com"));
    expect(rows).toMatchObject([{ ipAddress: "127.0.0.1" }]);
  });

  it.each([
    [{ email: "no address", password: "x" }, "Invalid email address"],
    [{ email: '"a b"@example.com', password: "x" }, "Invalid email address"],
    [{ email: "a@example.com", password: "" }, "Password is required"],
    [{ email: "a@example.com" }, "Password is required"],
    [{ email: "a@example.com", password: "x".repeat(1025) }, "Password is too long"],
  ])("says what is wrong with %j", { tags: ["C-SIGN-008..009"] }, async (rawBody, message) => {
    const refusal = await browserIn(portal()).refused(400, sessionApi.login, { rawBody });
    expect(refusal.message).toBe(message);
  });

  it("compares a password exactly as typed", { tags: ["asvs-65"] }, async () => {
    const person = await buildMember();
    for (const password of [` ${PASSWORD}`, `${PASSWORD} `, PASSWORD.toLowerCase()]) {
      const body = { email: person.email, password };
      await browserIn(portal()).refused(401, sessionApi.login, { body });
    }
  });

  it(
    "needs an anti-forgery token, also before there is a session",
    { tags: ["D-100"] },
    async () => {
      const person = await buildMember();
      const refusal = await browserIn(portal()).refused(403, sessionApi.login, {
        body: { email: person.email, password: PASSWORD },
        headers: { "x-csrf-token": "made up" },
      });
      expect(refusal).toMatchObject({ message: "Invalid CSRF token", code: "csrf" });
    },
  );
});

describe("the current user", () => {
  it("is 401 when nobody is signed in", { tags: ["CI-SIGN-017"] }, async () => {
    await portal().visitor().refused(401, sessionApi.getUser);
  });

  it("is read afresh at each call", { tags: ["S-08"] }, async () => {
    const person = await buildMember();
    const browser = await portal().as(person);
    await runtime.database.update(users).set({ role: "admin" }).where(eq(users.id, person.id));
    expect(await browser.call(sessionApi.getUser)).toMatchObject({ role: "admin", isAdmin: true });
    await runtime.database.delete(users).where(eq(users.id, person.id));
    await browser.refused(401, sessionApi.getUser);
  });

  it("comes with the moment at which the session ends", { tags: ["security-4.7"] }, async () => {
    const browser = await portal().as(await buildMember());
    const answer = await browser.send(sessionApi.getUser);
    const expires = Date.parse(String(answer.headers["x-session-expires"]));
    expect(expires - Date.now()).toBeGreaterThan(59 * 60_000);
    expect(expires - Date.now()).toBeLessThanOrEqual(60 * 60_000 + 1000);
  });
});
