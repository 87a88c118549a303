import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { profileApi } from "contract/profile";
import { sessionApi } from "contract/session";
import { tokensApi } from "contract/tokens";
import { usersApi } from "contract/users";
import { createResetToken } from "#server/auth/reset-tokens.ts";
import { endAllSessions } from "#server/auth/revocation.ts";
import { runtime } from "#server/core/runtime.ts";
import { tokens } from "#server/database/tables/tokens.ts";
import { type UserRow, users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { buildToken } from "#testing/factories/tokens.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { lastMailTo, mailsTo } from "#testing/mails.ts";
import { programWith, tokenEventsOf } from "#testing/programs.ts";
import { buildMember, hashCheaply, PASSWORD } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { expireTokens } from "./tokens.jobs.ts";

const { list, remove, listOfUser, removeOfUser } = tokensApi;

let portal: TestApp;
let admin: TestClient;
let adminUser: UserRow;
beforeAll(async () => {
  hashCheaply();
  portal = await openTestApp();
  adminUser = await buildAdmin();
  admin = await portal.as(adminUser);
});
// Another minute: wrong tokens are counted.
afterEach(() => portal.clock.advance(60_000));
afterAll(() => portal.close());

const program = (secret: string) => programWith(portal, secret);
const ask = (client: TestClient) => client.send(casesApi.list);

describe("a token ends", () => {
  type Ending = (user: UserRow, client: TestClient) => Promise<unknown>;
  const changed = (changes: object) => (user: UserRow) => {
    const { id, email, firstName, lastName } = user;
    const body = {
      firstName: firstName ?? "A",
      lastName: lastName ?? "B",
      email,
      role: "agent" as const,
    };
    return admin.call(usersApi.update, { params: { id }, body: { ...body, ...changes } });
  };
  const set = (values: object) => (user: UserRow) =>
    runtime.database.update(users).set(values).where(eq(users.id, user.id));
  const endings: Record<string, Ending> = {
    "when it has expired": ({ id }) =>
      runtime.database
        .update(tokens)
        .set({ expiresAt: sql`now()` as never })
        .where(eq(tokens.userId, id)),
    "when its owner revokes it": async (_user, client) => {
      const [token] = await client.call(list);
      return client.call(remove, { params: { id: token?.id ?? 0 } });
    },
    "when its owner is disabled": set({ disabledAt: new Date().toISOString() }),
    "when its owner is deleted": ({ id }) => admin.call(usersApi.remove, { params: { id } }),
    "when the password is changed": (_user, client) =>
      client.call(profileApi.updatePassword, {
        body: { currentPassword: PASSWORD, newPassword: "Another-Horse-8" },
      }),
    "when the address is changed": (user) => changed({ email: `new-${user.email}` })(user),
    "when the role is changed": changed({ role: "accountant" }),
    "when the factors are taken away": ({ id }) =>
      admin.call(usersApi.removeFactors, { params: { id } }),
    "when an admin signs its owner out everywhere": ({ id }) =>
      admin.call(usersApi.signOut, { params: { id } }),
    "when everybody is signed out": () => inTransaction(endAllSessions),
  };

  it.each(Object.entries(endings))(
    "%s: 401 from the next call on",
    { tags: ["W-API-005"] },
    async (_when, end) => {
      const user = await buildMember({ role: "agent" });
      const { secret } = await buildToken({ userId: user.id });
      const client = program(secret);
      expect((await ask(client)).status).toBe(200);
      await end(user, await portal.as(user));
      const answer = await ask(client);
      expect(answer.status).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      admin = await portal.as(adminUser);
    },
  );

  it("when the password is reset by link, with an event", { tags: ["W-API-005"] }, async () => {
    const user = await buildMember({ role: "agent" });
    const { secret, token } = await buildToken({ userId: user.id });
    const { token: link } = await inTransaction((tx) => createResetToken(tx, user.id));
    const password = "Another-Horse-8";
    await portal.visitor().call(sessionApi.resetPassword, {
      body: { token: link, password, confirmPassword: password },
    });
    expect((await ask(program(secret))).status).toBe(401);
    expect(await tokenEventsOf(user.id)).toEqual([
      { kind: "token.revoked", metadata: expect.objectContaining({ tokenId: token.id }) },
    ]);
  });

  it(
    "when an admin revokes it, and its owner is told by mail",
    { tags: ["W-API-010"] },
    async () => {
      const agent = await buildUser({ role: "agent" });
      const { secret, token } = await buildToken({ userId: agent.id, name: "Old script" });
      const params = { id: agent.id };
      expect(await admin.call(listOfUser, { params })).toMatchObject([{ name: "Old script" }]);
      const other = { params: { id: adminUser.id, tokenId: token.id } };
      await admin.refused(404, removeOfUser, other);
      await admin.call(removeOfUser, { params: { ...params, tokenId: token.id } });
      expect((await ask(program(secret))).status).toBe(401);
      expect(await admin.call(listOfUser, { params })).toEqual([]);
      const mail = await lastMailTo(agent.email);
      expect(mail.subject).toBe("A token was revoked");
      expect(mail.text).toContain('An admin has revoked your token "Old script".');
      expect(await tokenEventsOf(agent.id)).toEqual([
        { kind: "token.revoked", metadata: expect.objectContaining({ by: adminUser.id }) },
      ]);
      await admin.refused(404, listOfUser, { params: { id: 2_000_000 } });
    },
  );

  it("after it was told of seven days before, once, and written down once", async () => {
    const agent = await buildUser({ role: "agent" });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const soon = { userId: agent.id, createdAt: inDays(-80) };
    await buildToken({ ...soon, name: "Soon", expiresAt: inDays(6.9) });
    await buildToken({ ...soon, name: "Later", expiresAt: inDays(7.1) });
    await buildToken({ userId: agent.id, name: "Short", expiresAt: inDays(2) });
    await buildToken({ ...soon, name: "Over", expiresAt: inDays(-0.01) });
    await expireTokens();
    await expireTokens();
    const mails = await mailsTo(agent.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["A token ends soon"]);
    expect(mails[0]?.text).toMatch(/The token "Soon" ends on \d+ \w+ \d{4}\./);
    expect(await tokenEventsOf(agent.id)).toEqual([
      { kind: "token.expired", metadata: expect.objectContaining({ name: "Over" }) },
    ]);
  });

  it("another's token is 404 for whoever is no admin", async () => {
    const { token } = await buildToken({ userId: adminUser.id });
    const agent = await portal.as(await buildUser({ role: "agent" }));
    await agent.refused(404, remove, { params: { id: token.id } });
  });
});
