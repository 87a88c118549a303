import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { passwordResetTokens } from "#server/database/tables/password-reset-tokens.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { trustedDevices } from "#server/database/tables/trusted-devices.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { lastMailTo, mailsTo, tokenIn } from "#testing/mails.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import {
  browserIn,
  buildMember,
  enterPassword,
  PASSWORD,
  signInWithCode,
} from "#testing/sign-in.ts";

const portal = signInPortal({
  settings: { APP_ORIGIN: "http://portal.test", TRUST_PROXY: "127.0.0.0/8" },
});

const NEW_PASSWORD = "Another-Stable-8";
const INVALID = "This password reset link is invalid or has expired.";

function requestReset(email: string, address = "192.0.2.1") {
  const headers = { "x-forwarded-for": address };
  return portal().visitor().send(sessionApi.forgotPassword, { body: { email }, headers });
}

async function resetMailsTo(email: string) {
  return (await mailsTo(email)).filter((mail) => mail.template === "resetLink");
}

async function linkFor(person: UserRow): Promise<string> {
  await requestReset(person.email);
  await runResetJobs();
  return tokenIn(await lastMailTo(person.email));
}

/** Finds out whom the requests were about; the mails themselves still wait. */
async function runResetJobs() {
  await runDueJobs("session.mailResetLink");
}

function reset(token: string, password = NEW_PASSWORD, confirmPassword = password) {
  return portal()
    .visitor()
    .send(sessionApi.resetPassword, { body: { token, password, confirmPassword } });
}

describe("forgetting the password", () => {
  it(
    "answers the same whoever asks, and mails only those who exist",
    { tags: ["I-REG-042", "S-09", "D-127"] },
    async () => {
      const person = await buildMember();
      const known = await requestReset(person.email);
      const unknown = await requestReset("nobody@example.com");
      await runResetJobs();
      expect(known).toMatchObject({
        status: 200,
        body: {
          message: "If an account with that email exists, we've sent you a password reset link.",
        },
      });
      expect(unknown.body).toEqual(known.body);
      expect(await resetMailsTo(person.email)).toHaveLength(1);
      expect(await resetMailsTo("nobody@example.com")).toEqual([]);
    },
  );

  it(
    "mails a link of the configured origin, whatever host was asked",
    { tags: ["asvs-40", "I-REG-046"] },
    async () => {
      const person = await buildMember();
      const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
      await portal()
        .visitor()
        .send(sessionApi.forgotPassword, {
          body: { email: person.email },
          headers,
        });
      await runResetJobs();
      const mail = await lastMailTo(person.email);
      expect(mail.text).toMatch(/^http:\/\/portal\.test\/reset-password\?token=[\w-]{43}$/m);
      expect(mail.text).toContain("1 hour");
    },
  );

  it("stores only the fingerprint of the link", { tags: ["D-163"] }, async () => {
    const person = await buildMember();
    const token = await linkFor(person);
    const rows = await runtime.database.select().from(passwordResetTokens);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("a second time kills the first link", { tags: ["D-127"] }, async () => {
    const person = await buildMember();
    const first = await linkFor(person);
    const second = await linkFor(person);
    const validate = (token: string) =>
      portal().visitor().call(sessionApi.validateResetToken, { params: { token } });
    expect(await validate(first)).toEqual({ valid: false, message: INVALID });
    expect(await validate(second)).toEqual({ valid: true });
  });

  it(
    "mails three times an hour, then silently not, and refuses the sixth request",
    { tags: ["D-127"] },
    async () => {
      const person = await buildMember();
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) {
        statuses.push((await requestReset(person.email)).status);
      }
      await runResetJobs();
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      expect(await resetMailsTo(person.email)).toHaveLength(3);
    },
  );

  it("cannot be kept from the owner by a stranger: his first mail of an hour always goes", async () => {
    const person = await buildMember();
    for (let count = 0; count < 8; count += 1) await requestReset(person.email, "203.0.113.7");
    expect((await requestReset(person.email, "203.0.113.7")).status).toBe(429);
    await runResetJobs();
    expect(await resetMailsTo(person.email)).toHaveLength(3);
    expect((await requestReset(person.email, "198.51.100.9")).status).toBe(200);
    await runResetJobs();
    expect(await resetMailsTo(person.email)).toHaveLength(4);
  });

  it("is not kept from the owner by a stranger with several addresses either", async () => {
    const person = await buildMember();
    for (let count = 0; count < 40; count += 1)
      await requestReset(person.email, `203.0.113.${count % 8}`);
    await runResetJobs();
    const before = (await resetMailsTo(person.email)).length;
    await requestReset(person.email, "198.51.100.9");
    await runResetJobs();
    expect(await resetMailsTo(person.email)).toHaveLength(before + 1);
  });

  it("has mails of its own for a browser that the owner uses", async () => {
    const person = await buildMember();
    const own = await signInWithCode(portal(), person.email);
    for (let count = 0; count < 6; count += 1) await requestReset(person.email);
    const body = { email: person.email };
    for (let count = 0; count < 4; count += 1) await own.send(sessionApi.forgotPassword, { body });
    await runResetJobs();
    expect(await resetMailsTo(person.email)).toHaveLength(6);
  });

  it("asked for from many addresses does not fill a mailbox", async () => {
    const person = await buildMember();
    for (let count = 0; count < 40; count += 1)
      await requestReset(person.email, `198.51.100.${count}`);
    await runResetJobs();
    expect(await resetMailsTo(person.email)).toHaveLength(30);
  });

  it("works again after an admin has unlocked the person", async () => {
    const person = await buildMember();
    for (let count = 0; count < 6; count += 1) await requestReset(person.email);
    const admin = await portal().as(await buildAdmin());
    await admin.call(usersApi.unlock, { params: { id: person.id } });
    expect((await requestReset(person.email)).status).toBe(200);
    await runResetJobs();
    expect(await resetMailsTo(person.email)).toHaveLength(4);
  });

  it("does not help somebody who is disabled", async () => {
    const person = await buildMember({ disabledAt: "2026-01-01T00:00:00.000Z" });
    await requestReset(person.email);
    await runResetJobs();
    expect(await resetMailsTo(person.email)).toEqual([]);
  });

  it("wants an address", { tags: ["I-REG-035"] }, async () => {
    const rawBody = { email: "nonsense" };
    const refusal = await portal().visitor().refused(400, sessionApi.forgotPassword, { rawBody });
    expect(refusal.message).toBe("Please enter a valid email address");
  });
});

describe("a reset link", () => {
  it("is judged without being used up", { tags: ["I-REG-043", "D-126"] }, async () => {
    const token = await linkFor(await buildMember());
    const params = { token };
    const visitor = portal().visitor();
    expect(await visitor.call(sessionApi.validateResetToken, { params })).toEqual({ valid: true });
    expect(await visitor.call(sessionApi.validateResetToken, { params })).toEqual({ valid: true });
    const unknown = { token: "A".repeat(43) };
    expect(await visitor.call(sessionApi.validateResetToken, { params: unknown })).toEqual({
      valid: false,
      message: INVALID,
    });
  });

  it("sets the new password, once", { tags: ["I-REG-045", "S-10", "asvs-19"] }, async () => {
    const person = await buildMember();
    const token = await linkFor(person);
    expect((await reset(token)).status).toBe(200);
    const login = (password: string) =>
      browserIn(portal()).send(sessionApi.login, { body: { email: person.email, password } });
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    expect(await reset(token)).toMatchObject({ status: 400, body: { message: INVALID } });
  });

  it("used twice at the same moment works once", async () => {
    const token = await linkFor(await buildMember());
    const statuses = (await Promise.all([reset(token), reset(token), reset(token)])).map(
      (answer) => answer.status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it("dies after an hour", { tags: ["I-REG-046"] }, async () => {
    const person = await buildMember();
    const token = await linkFor(person);
    await runtime.database
      .update(passwordResetTokens)
      .set({ expiresAt: sql`now()` })
      .where(eq(passwordResetTokens.userId, person.id));
    expect(await reset(token)).toMatchObject({ status: 400, body: { message: INVALID } });
  });

  it(
    "ends every session and every trust, and tells the person",
    { tags: ["D-128", "asvs-73", "asvs-86"] },
    async () => {
      const person = await buildMember();
      const browser = await signInWithCode(portal(), person.email);
      await reset(await linkFor(person));
      await browser.refused(401, sessionApi.getUser);
      const left = await runtime.database
        .select()
        .from(trustedDevices)
        .where(eq(trustedDevices.userId, person.id));
      expect(left).toEqual([]);
      expect((await lastMailTo(person.email)).template).toBe("passwordChanged");
      const answer = await enterPassword(browser, person.email, NEW_PASSWORD);
      expect(answer.requiresOtp).toBe(true);
    },
  );

  it("signs nobody in", { tags: ["asvs-68"] }, async () => {
    const person = await buildMember();
    const token = await linkFor(person);
    const visitor = portal().visitor();
    await visitor.call(sessionApi.resetPassword, {
      body: { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
    });
    await visitor.refused(401, sessionApi.getUser);
    const opened = await runtime.database
      .select()
      .from(sessions)
      .where(eq(sessions.userId, person.id));
    expect(opened).toEqual([]);
  });

  it(
    "lets somebody in again whom strangers have locked out",
    { tags: ["security-4.3"] },
    async () => {
      const person = await buildMember();
      const login = (password: string) =>
        browserIn(portal()).send(sessionApi.login, { body: { email: person.email, password } });
      for (let count = 0; count < 6; count += 1) await login("Wrong-Horse-7");
      expect((await login(PASSWORD)).status).toBe(429);
      await reset(await linkFor(person));
      expect((await login(NEW_PASSWORD)).status).toBe(200);
    },
  );

  it.each([
    [{ token: "" }, "Reset token is required"],
    [{ token: undefined }, "Reset token is required"],
    [{ password: "Short-1" }, "Password must be at least 8 characters"],
    [{ password: "lower-case-1" }, "Password must contain at least one uppercase letter"],
    [{ password: "No-Number-Here" }, "Password must contain at least one number"],
    [{ confirmPassword: "" }, "Please confirm your password"],
    [{ confirmPassword: undefined }, "Please confirm your password"],
    [{ confirmPassword: "Something-Else-9" }, "Passwords don't match"],
  ])(
    "is refused with %j",
    { tags: ["I-REG-032..034", "I-REG-036..039"] },
    async (part, message) => {
      const rawBody = {
        token: "A".repeat(43),
        password: NEW_PASSWORD,
        confirmPassword: "password" in part ? part.password : NEW_PASSWORD,
        ...part,
      };
      const refusal = await portal().visitor().refused(400, sessionApi.resetPassword, { rawBody });
      expect(refusal.message).toBe(message);
    },
  );

  it.each([
    ["Password2026", "This password is too common. Please choose another."],
    [
      "Robin-Reset-77",
      "Password must not contain your name, your email address or the name of the portal",
    ],
  ])(
    "is not used up by a password like %s",
    { tags: ["asvs-59", "asvs-62"] },
    async (password, message) => {
      const token = await linkFor(await buildMember({ firstName: "Robin" }));
      expect(await reset(token, password)).toMatchObject({
        status: 400,
        body: { message, fields: { password: message } },
      });
      expect((await reset(token)).status).toBe(200);
    },
  );
});
