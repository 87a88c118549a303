import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { otpVerifications } from "#server/database/tables/otp-verifications.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { trustedDevices } from "#server/database/tables/trusted-devices.ts";
import { users } from "#server/database/tables/users.ts";
import { codeIn, lastMailTo } from "#testing/mails.ts";
import { ageCode, beginSignIn, claim } from "#testing/pending-sign-in.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import { browserIn, buildMember, DEVICE_HASH, enterPassword } from "#testing/sign-in.ts";
import type { TestClient } from "#testing/test-client.ts";

const portal = signInPortal();

describe("the code", () => {
  it("is kept as a hash only, and the mail that waits is sealed", { tags: ["D-163"] }, async () => {
    const { person, code } = await beginSignIn(portal());
    const [row] = await runtime.database
      .select()
      .from(otpVerifications)
      .where(eq(otpVerifications.userId, person.id));
    expect(row?.otp).toMatch(/^\$argon2id\$/);
    const dump = await runtime.database.execute(
      sql`select row_to_json(mail_outbox)::text as row from mail_outbox where to_email = ${person.email}`,
    );
    expect(JSON.stringify(dump.rows)).not.toContain(code);
  });

  it("says who asked for it and works ten minutes", { tags: ["D-090"] }, async () => {
    const { person } = await beginSignIn(portal());
    const { text } = await lastMailTo(person.email);
    expect(text).toContain("127.0.0.1");
    expect(text).toContain("10 minutes");
    expect(text).toContain("Dubai time");
  });

  it("is refused when wrong, and each wrong try is counted", { tags: ["S-02"] }, async () => {
    const pending = await beginSignIn(portal());
    const { browser, wrong, person } = pending;
    const body = claim(pending, wrong);
    const refusal = await browser.refused(400, sessionApi.verifyOtp, { body });
    expect(refusal).toMatchObject({ message: "Invalid verification code", code: "session.code" });
    const [row] = await runtime.database
      .select({ attemptCount: otpVerifications.attemptCount })
      .from(otpVerifications)
      .where(eq(otpVerifications.userId, person.id));
    expect(row).toEqual({ attemptCount: 1 });
  });

  it(
    "dies after five wrong tries, even for the right digits",
    { tags: ["D-090", "asvs-78"] },
    async () => {
      const pending = await beginSignIn(portal());
      for (let count = 0; count < 5; count += 1) {
        const body = claim(pending, pending.wrong);
        await pending.browser.refused(400, sessionApi.verifyOtp, { body });
      }
      const body = claim(pending, pending.code);
      const refusal = await pending.browser.refused(429, sessionApi.verifyOtp, { body });
      expect(refusal.message).toMatch(
        /^Too many attempts\. Please request a new code\. Try again in (1 minute|\d+ seconds?)\.$/,
      );
    },
  );

  it("still works at the fifth try", async () => {
    const pending = await beginSignIn(portal());
    for (let count = 0; count < 4; count += 1) {
      const body = claim(pending, pending.wrong);
      await pending.browser.refused(400, sessionApi.verifyOtp, { body });
    }
    const answer = await pending.browser.send(sessionApi.verifyOtp, {
      body: claim(pending, pending.code),
    });
    expect(answer.status).toBe(200);
  });

  it("expires after ten minutes", { tags: ["D-090", "asvs-77"] }, async () => {
    const pending = await beginSignIn(portal());
    await ageCode(pending.person, "599 seconds");
    await pending.browser.refused(400, sessionApi.verifyOtp, {
      body: claim(pending, pending.wrong),
    });
    await ageCode(pending.person, "2 seconds");
    const body = claim(pending, pending.code);
    const refusal = await pending.browser.refused(400, sessionApi.verifyOtp, { body });
    expect(refusal.message).toBe("Verification code has expired");
  });

  it("works once", { tags: ["asvs-75"] }, async () => {
    const pending = await beginSignIn(portal());
    const pendingCookie = pending.browser.cookies.get("sid") ?? "";
    await pending.browser.call(sessionApi.verifyOtp, { body: claim(pending, pending.code) });
    pending.browser.cookies.set("sid", pendingCookie);
    const body = claim(pending, pending.code);
    const refusal = await pending.browser.refused(400, sessionApi.verifyOtp, { body });
    expect(refusal.message).toBe("Verification code has expired");
  });

  it("lets one of many right answers at the same moment in", { tags: ["asvs-75"] }, async () => {
    const pending = await beginSignIn(portal());
    const token = await pending.browser.csrfToken();
    const sid = pending.browser.cookies.get("sid") ?? "";
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => {
        const twin = browserIn(portal());
        twin.cookies.set("sid", sid);
        twin.cookies.set("csrf", pending.browser.cookies.get("csrf") ?? "");
        const headers = { "x-csrf-token": token };
        return twin.send(sessionApi.verifyOtp, { body: claim(pending, pending.code), headers });
      }),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const left = await runtime.database
      .select({ state: sql<string>`${sessions.sess}->>'state'` })
      .from(sessions)
      .where(eq(sessions.userId, pending.person.id));
    expect(left).toEqual([{ state: "signedIn" }]);
  });

  it("counts many wrong guesses at the same moment, and no more than five are looked at", async () => {
    const pending = await beginSignIn(portal());
    await pending.browser.csrfToken();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        pending.browser.send(sessionApi.verifyOtp, { body: claim(pending, pending.wrong) }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(7);
  });

  it("works only in the browser that asked for it", { tags: ["security-4.5"] }, async () => {
    const pending = await beginSignIn(portal());
    const stranger = browserIn(portal());
    const body = claim(pending, pending.code);
    const refusal = await stranger.refused(400, sessionApi.verifyOtp, { body });
    expect(refusal.message).toBe("Verification code has expired");
  });

  it("belongs to one person and one device hash", { tags: ["C-DEV-024"] }, async () => {
    const pending = await beginSignIn(portal());
    const others = [{ email: "somebody.else@example.com" }, { deviceHash: "another-hash-1" }];
    for (const other of others) {
      const body = { ...claim(pending, pending.code), ...other };
      const refusal = await pending.browser.refused(400, sessionApi.verifyOtp, { body });
      expect(refusal.message).toBe("Invalid verification code");
    }
  });

  it("may be the first to name the device", async () => {
    const person = await buildMember();
    const browser = portal().visitor();
    await enterPassword(browser, person.email);
    const otp = codeIn(await lastMailTo(person.email));
    const body = { otp, email: person.email, deviceHash: DEVICE_HASH };
    await browser.call(sessionApi.verifyOtp, { body });
    browser.headers["x-device-hash"] = DEVICE_HASH;
    expect(await enterPassword(browser, person.email)).toMatchObject({ requiresOtp: false });
  });

  it("of somebody who has been deleted meanwhile lets nobody in", async () => {
    const pending = await beginSignIn(portal());
    await runtime.database.delete(users).where(eq(users.id, pending.person.id));
    const body = claim(pending, pending.code);
    const refusal = await pending.browser.refused(400, sessionApi.verifyOtp, { body });
    expect(refusal.message).toBe("Verification code has expired");
  });

  it("makes the device trusted and tells the person by mail", { tags: ["asvs-69"] }, async () => {
    const pending = await beginSignIn(portal());
    await pending.browser.call(sessionApi.verifyOtp, { body: claim(pending, pending.code) });
    expect((await lastMailTo(pending.person.email)).template).toBe("newDevice");
    const devices = await runtime.database
      .select()
      .from(trustedDevices)
      .where(eq(trustedDevices.userId, pending.person.id));
    expect(devices).toHaveLength(1);
  });

  it.each([
    [{ otp: "12345" }, "OTP must be exactly 6 digits"],
    [{ otp: "1234567" }, "OTP must be exactly 6 digits"],
    [{ otp: "12a456" }, "OTP must contain only numbers"],
    [{ otp: "١٢٣٤٥٦" }, "OTP must contain only numbers"],
    [{ email: "nonsense" }, "Invalid email address"],
    [{ deviceHash: "  " }, "Device hash is required"],
    [{ deviceHash: undefined }, "Device hash is required"],
  ])("is checked in form: %j", { tags: ["I-DEV-009..012"] }, async (part, message) => {
    const rawBody = { otp: "123456", email: "a@example.com", deviceHash: DEVICE_HASH, ...part };
    const refusal = await browserIn(portal()).refused(400, sessionApi.verifyOtp, { rawBody });
    expect(refusal.message).toBe(message);
  });
});

describe("twenty wrong codes in a day", () => {
  it(
    "end the codes for the day, also after signing in again, and the person is told",
    { tags: ["asvs-78"] },
    async () => {
      const person = await buildMember();
      let last: TestClient = browserIn(portal());
      for (let round = 0; round < 4; round += 1) {
        last = browserIn(portal());
        await enterPassword(last, person.email);
        const code = codeIn(await lastMailTo(person.email));
        const otp = code === "000000" ? "111111" : "000000";
        for (let count = 0; count < 5; count += 1) {
          const body = { otp, email: person.email, deviceHash: DEVICE_HASH };
          await last.refused(400, sessionApi.verifyOtp, { body });
        }
      }
      expect((await lastMailTo(person.email)).template).toBe("exhaustedCodes");
      const again = await browserIn(portal()).send(sessionApi.login, {
        body: { email: person.email, password: "Correct-Horse-7" },
      });
      expect(again.status).toBe(429);
      const events = await runtime.database
        .select()
        .from(securityEvents)
        .where(
          and(eq(securityEvents.userId, person.id), eq(securityEvents.kind, "code.exhausted")),
        );
      expect(events).toHaveLength(1);
    },
  );
});
