import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { lastMailTo, tokenIn } from "#testing/mails.ts";
import {
  browserIn,
  buildMember,
  enterPassword,
  hashCheaply,
  PASSWORD,
  signInWithCode,
} from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
let admin: UserRow;
let asAdmin: TestClient;
beforeAll(async () => {
  hashCheaply();
  portal = await openTestApp({ settings: { APP_ORIGIN: "http://portal.test" } });
  admin = await buildAdmin();
  asAdmin = await portal.as(admin);
});
afterAll(() => portal.close());

const forUser = ({ id }: { id: number }) => ({ params: { id } });
const eventsAbout = async ({ id }: UserRow) =>
  (await runtime.database.select().from(securityEvents))
    .filter(({ userId }) => userId === id)
    .map(({ kind, metadata }) => ({ kind, by: metadata["by"] }));

describe("an admin", () => {
  it(
    "lets somebody in again who was locked out by wrong passwords",
    { tags: ["security-4.3"] },
    async () => {
      const user = await buildMember();
      const browser = browserIn(portal);
      const signIn = (password: string) =>
        browser.send(sessionApi.login, { body: { email: user.email, password } });
      for (let turn = 0; turn < 5; turn += 1) await signIn("Wrong-Horse-7");
      expect((await signIn(PASSWORD)).status).toBe(429);
      await asAdmin.call(usersApi.unlock, forUser(user));
      expect((await signIn(PASSWORD)).status).toBe(200);
      expect(await eventsAbout(user)).toContainEqual({ kind: "lock.cleared", by: admin.id });
    },
  );

  it(
    "ends every session of a user, and the browsers that were trusted ask for a code again",
    { tags: ["asvs-87"] },
    async () => {
      const user = await buildMember();
      const phone = await signInWithCode(portal, user.email);
      const laptop = await portal.as(user);
      await asAdmin.call(usersApi.signOut, forUser(user));
      for (const browser of [phone, laptop]) await browser.refused(401, sessionApi.getUser);
      const answer = await enterPassword(phone, user.email);
      expect(answer).toMatchObject({ requiresOtp: true });
      expect(await eventsAbout(user)).toContainEqual({ kind: "session.ended", by: admin.id });
    },
  );

  it("keeps the session with which he signs himself out elsewhere", async () => {
    const elsewhere = await portal.as(admin);
    await asAdmin.call(usersApi.signOut, forUser(admin));
    await elsewhere.refused(401, sessionApi.getUser);
    await asAdmin.call(sessionApi.getUser);
  });

  it(
    "mails a link with which the user sets his own password; an older link dies",
    { tags: ["asvs-74"] },
    async () => {
      const user = await buildMember();
      const tokens: string[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        await asAdmin.call(usersApi.sendResetLink, forUser(user));
        const mail = await lastMailTo(user.email);
        expect(mail).toMatchObject({ template: "resetLink" });
        expect(mail.text).toContain("http://portal.test/reset-password?token=");
        tokens.push(tokenIn(mail));
      }
      const [older = "", newer = ""] = tokens;
      const password = "Another-Horse-8";
      const body = (token: string) => ({ body: { token, password, confirmPassword: password } });
      await portal.visitor().refused(400, sessionApi.resetPassword, body(older));
      await portal.visitor().call(sessionApi.resetPassword, body(newer));
      await enterPassword(browserIn(portal), user.email, password);
      expect(await eventsAbout(user)).toContainEqual({ kind: "reset.sent", by: admin.id });
    },
  );

  it("gets 404 for somebody who is not there", async () => {
    for (const call of [usersApi.unlock, usersApi.signOut, usersApi.sendResetLink]) {
      await asAdmin.refused(404, call, forUser({ id: 999_999 }));
    }
  });
});
