import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { INVALID_EMAIL_LINK, PASSWORD_FOR_EMAIL, profileApi } from "contract/profile";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { emailChanges } from "#server/database/tables/email-changes.ts";
import { failedLoginAttempts } from "#server/database/tables/failed-login-attempts.ts";
import { trustedDevices } from "#server/database/tables/trusted-devices.ts";
import { buildInvitation } from "#testing/factories/invitations.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";
import { buildUser } from "#testing/factories/users.ts";
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
import type { TestClient } from "#testing/test-client.ts";

const portal = signInPortal({ settings: { APP_ORIGIN: "http://portal.test" } });

const names = { firstName: "Nora", lastName: "New" };

function freshEmail(): string {
  return `new-${uniqueSuffix()}@example.com`;
}

function ask(browser: TestClient, email: string, currentPassword: string | undefined = PASSWORD) {
  return browser.send(profileApi.update, { body: { ...names, email, currentPassword } });
}

/** Somebody who waits for a new address, the browser he asked with, and both links. */
async function waiting() {
  const person = await buildMember();
  const browser = await portal().as(person);
  const newEmail = freshEmail();
  expect((await ask(browser, newEmail)).status).toBe(200);
  const confirmToken = tokenIn(await lastMailTo(newEmail));
  const cancelToken = tokenIn(await lastMailTo(person.email));
  return { person, browser, newEmail, confirmToken, cancelToken };
}

function confirm(token: string) {
  return portal().visitor().send(profileApi.confirmEmail, { body: { token } });
}

function refuse(token: string) {
  return portal().visitor().send(profileApi.refuseEmail, { body: { token } });
}

const emailOf = async (browser: TestClient) => (await browser.call(sessionApi.getUser)).email;
const waitingFor = async (browser: TestClient) =>
  (await browser.call(profileApi.getEmailChange)).newEmail;

describe("another address for the own account", () => {
  it(
    "wants the current password, and changes nothing without",
    { tags: ["D-131", "asvs-61"] },
    async () => {
      const person = await buildMember();
      const browser = await portal().as(person);
      for (const currentPassword of [undefined, "", "Wrong-Horse-7", "x".repeat(2000)]) {
        const rawBody = { ...names, email: freshEmail(), currentPassword };
        const refusal = await browser.refused(400, profileApi.update, { rawBody });
        expect(refusal).toMatchObject({
          message: PASSWORD_FOR_EMAIL,
          fields: { currentPassword: "Enter your current password to change your email" },
        });
        expect(await mailsTo(rawBody.email)).toEqual([]);
      }
      expect(await browser.call(sessionApi.getUser)).toMatchObject({ firstName: "Robin" });
    },
  );

  it(
    "counts wrong passwords as failed sign-ins, and after five waits",
    { tags: ["D-131"] },
    async () => {
      const person = await buildMember();
      const browser = await portal().as(person);
      for (let count = 0; count < 5; count += 1) {
        expect((await ask(browser, freshEmail(), "Wrong-Horse-7")).status).toBe(400);
      }
      expect((await ask(browser, freshEmail())).status).toBe(429);
      const failed = await runtime.database
        .select()
        .from(failedLoginAttempts)
        .where(eq(failedLoginAttempts.email, person.email));
      expect(failed).toHaveLength(5);
    },
  );

  it(
    "waits, while names change at once and the old address stays",
    { tags: ["D-131"] },
    async () => {
      const { person, browser, newEmail } = await waiting();
      expect(await browser.call(sessionApi.getUser)).toMatchObject({
        ...names,
        email: person.email,
      });
      expect(await waitingFor(browser)).toBe(newEmail);
      expect((await lastMailTo(newEmail)).text).toMatch(
        /^http:\/\/portal\.test\/confirm-email\?token=[\w-]{43}$/m,
      );
      const notice = await lastMailTo(person.email);
      expect(notice.template).toBe("emailAsked");
      expect(notice.text).toContain(newEmail);
      expect(notice.text).toMatch(/^http:\/\/portal\.test\/keep-email\?token=[\w-]{43}$/m);
    },
  );

  it("is written into the database without its links", { tags: ["D-163"] }, async () => {
    const { person, confirmToken, cancelToken } = await waiting();
    const rows = await runtime.database
      .select()
      .from(emailChanges)
      .where(eq(emailChanges.userId, person.id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(confirmToken);
    expect(JSON.stringify(rows)).not.toContain(cancelToken);
  });

  it("can be asked for three times a day, however fast", { tags: ["D-131"] }, async () => {
    const person = await buildMember();
    const browser = await portal().as(person);
    await browser.csrfToken();
    const strangers = Array.from({ length: 10 }, freshEmail);
    const answers = await Promise.all(strangers.map((email) => ask(browser, email)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    const mailed = await Promise.all(strangers.map(mailsTo));
    expect(mailed.flat()).toHaveLength(3);
  });

  it(
    "answers the same when it is somebody else's, who alone is told",
    { tags: ["D-131", "asvs-71"] },
    async () => {
      const other = await buildUser();
      const person = await buildMember();
      const browser = await portal().as(person);
      const free = await ask(browser, freshEmail());
      const taken = await ask(browser, other.email.toUpperCase());
      expect(taken.status).toBe(200);
      expect(taken.body).toEqual(free.body);
      expect(await waitingFor(browser)).toBe(other.email);
      const told = await mailsTo(other.email);
      expect(told.map(({ template }) => template)).toEqual(["emailTaken"]);
      expect(told[0]?.text).not.toContain("http");
      expect(told[0]?.text).not.toContain(person.email);
    },
  );

  it("is nobody's to claim while an invitation of somebody else names it", async () => {
    const used = await buildInvitation({ isUsed: true });
    const open = await buildInvitation();
    const browser = await portal().as(await buildMember());
    for (const { email } of [used, open]) {
      expect((await ask(browser, email)).status).toBe(200);
      expect((await lastMailTo(email)).template).toBe("emailTaken");
    }
  });

  it("may be the one that the own invitation was sent to", async () => {
    const person = await buildMember();
    const { email } = await buildInvitation({ isUsed: true, userId: person.id });
    const browser = await portal().as(person);
    await ask(browser, email);
    expect((await lastMailTo(email)).template).toBe("emailConfirm");
  });
});

describe("the link mailed to the new address", () => {
  it(
    "makes the change, once; only the session that asked stays",
    { tags: ["D-131", "asvs-88"] },
    async () => {
      const person = await buildMember();
      const trusted = await signInWithCode(portal(), person.email);
      const browser = await portal().as(person);
      const email = freshEmail();
      await ask(browser, email);
      const token = tokenIn(await lastMailTo(email));
      expect((await confirm(token)).status).toBe(200);
      expect(await emailOf(browser)).toBe(email);
      expect(await waitingFor(browser)).toBeNull();
      await trusted.refused(401, sessionApi.getUser);
      expect(await enterPassword(trusted, email)).toMatchObject({ requiresOtp: true });
      const templates = (await mailsTo(person.email)).map(({ template }) => template);
      expect(templates.at(-1)).toBe("emailChanged");
      expect(await confirm(token)).toMatchObject({
        status: 400,
        body: { message: INVALID_EMAIL_LINK },
      });
    },
  );

  it("opened twice at the same moment works once", async () => {
    const { confirmToken } = await waiting();
    const answers = await Promise.all([confirm(confirmToken), confirm(confirmToken)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it("makes links sent to the old one worthless", async () => {
    const { person, confirmToken, cancelToken } = await waiting();
    await browserIn(portal()).call(sessionApi.forgotPassword, { body: { email: person.email } });
    await runDueJobs("session.mailResetLink");
    const token = tokenIn(await lastMailTo(person.email));
    await confirm(confirmToken);
    const visitor = portal().visitor();
    const { valid } = await visitor.call(sessionApi.validateResetToken, { params: { token } });
    expect(valid).toBe(false);
    expect((await refuse(cancelToken)).status).toBe(400);
  });

  it("dies after a day", { tags: ["D-131"] }, async () => {
    const { person, confirmToken, browser } = await waiting();
    const [row] = await runtime.database
      .select({ hours: sql<number>`extract(epoch from expires_at - created_at)::float8 / 3600` })
      .from(emailChanges)
      .where(eq(emailChanges.userId, person.id));
    expect(row?.hours).toBeCloseTo(24, 3);
    await runtime.database.update(emailChanges).set({ expiresAt: sql`now()` });
    expect((await confirm(confirmToken)).status).toBe(400);
    expect(await waitingFor(browser)).toBeNull();
  });

  it("dies when another address is asked for", async () => {
    const { browser, confirmToken } = await waiting();
    const second = freshEmail();
    await ask(browser, second);
    expect((await confirm(confirmToken)).status).toBe(400);
    expect(await waitingFor(browser)).toBe(second);
  });

  it("dies when the password is changed, or everybody signed out", async () => {
    const first = await waiting();
    const body = { currentPassword: PASSWORD, newPassword: "Another-Stable-8" };
    await first.browser.call(profileApi.updatePassword, { body });
    expect((await confirm(first.confirmToken)).status).toBe(400);
  });

  it("says so when the address has become somebody else's meanwhile", async () => {
    const { newEmail, confirmToken, person, browser } = await waiting();
    await buildUser({ email: newEmail });
    expect(await confirm(confirmToken)).toMatchObject({
      status: 409,
      body: { message: "Email already in use" },
    });
    expect(await emailOf(browser)).toBe(person.email);
  });
});

describe("cancelling", () => {
  it("in the profile keeps the address, and the link is dead", { tags: ["D-131"] }, async () => {
    const { person, browser, confirmToken } = await waiting();
    await browser.call(profileApi.cancelEmailChange);
    expect(await waitingFor(browser)).toBeNull();
    expect((await confirm(confirmToken)).status).toBe(400);
    expect(await emailOf(browser)).toBe(person.email);
    await browser.call(profileApi.cancelEmailChange);
  });

  it(
    "with the link in the notice ends every session and all trust, once",
    { tags: ["D-131"] },
    async () => {
      const person = await buildMember();
      await signInWithCode(portal(), person.email);
      const browser = await portal().as(person);
      const email = freshEmail();
      await ask(browser, email);
      const token = tokenIn(await lastMailTo(person.email));
      expect((await refuse(token)).status).toBe(200);
      await browser.refused(401, sessionApi.getUser);
      const devices = await runtime.database
        .select()
        .from(trustedDevices)
        .where(eq(trustedDevices.userId, person.id));
      expect(devices).toEqual([]);
      expect((await confirm(tokenIn(await lastMailTo(email)))).status).toBe(400);
      expect(await refuse(token)).toMatchObject({
        status: 400,
        body: { message: INVALID_EMAIL_LINK },
      });
    },
  );

  it("works with the first notice too, after others have been asked for", async () => {
    const { browser, cancelToken } = await waiting();
    const second = freshEmail();
    await ask(browser, second);
    expect((await refuse(cancelToken)).status).toBe(200);
    await browser.refused(401, sessionApi.getUser);
    expect((await confirm(tokenIn(await lastMailTo(second)))).status).toBe(400);
  });

  it.each(["", "x", "A".repeat(43), "A".repeat(500), 7, null])(
    "or confirming with %j is refused",
    async (token) => {
      const visitor = portal().visitor();
      for (const endpoint of [profileApi.confirmEmail, profileApi.refuseEmail]) {
        const refusal = await visitor.refused(400, endpoint, { rawBody: { token } });
        expect(refusal.message).toBe(INVALID_EMAIL_LINK);
      }
    },
  );
});
