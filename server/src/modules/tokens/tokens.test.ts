import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { activityApi } from "contract/activity";
import { bulkActionsApi } from "contract/bulk-actions";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { profileApi } from "contract/profile";
import { searchApi } from "contract/search";
import { sessionApi } from "contract/session";
import { tokensApi } from "contract/tokens";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { fingerprintOf } from "#server/core/secrets.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { tokens } from "#server/database/tables/tokens.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildToken } from "#testing/factories/tokens.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { lastMailTo } from "#testing/mails.ts";
import { programWith, tokenEventsOf } from "#testing/programs.ts";
import { letProofAge } from "#testing/proof.ts";
import { countStatements, makeStatementsCountable } from "#testing/statement-counter.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

const { list, create, remove } = tokensApi;
const logged: string[] = [];

let portal: TestApp;
let admin: TestClient;
let adminUser: UserRow;
beforeAll(async () => {
  makeStatementsCountable();
  portal = await openTestApp({
    settings: { LOG_LEVEL: "trace" },
    logTo: { write: (line) => void logged.push(line) },
  });
  adminUser = await buildAdmin();
  admin = await portal.as(adminUser);
});
// Another minute: wrong tokens are counted.
afterEach(() => portal.clock.advance(60_000));
afterAll(() => portal.close());

const wish = { name: "Reports", scopes: ["invoices:read" as const], days: 90 };

const program = (secret: string) => programWith(portal, secret);

const ask = (client: TestClient) => client.send(casesApi.list);

describe("creating a token", () => {
  it(
    "answers the secret once; only its digest is kept, and no log holds it",
    { tags: ["W-API-001"] },
    async () => {
      const agent = await buildUser({ role: "agent" });
      const client = await portal.as(agent);
      const headers = { "idempotency-key": crypto.randomUUID() };
      const { token, secret } = await client.call(create, { body: wish, headers });
      expect(token).toEqual({
        id: expect.any(Number),
        name: "Reports",
        hint: secret.slice(-4),
        scopes: ["invoices:read"],
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        lastUsedAt: null,
        lastUsedNetwork: null,
      });
      expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(90 * 86_400_000);
      expect((await ask(program(secret))).status).toBe(403);
      expect(JSON.stringify(await client.call(list))).not.toContain(secret);
      const [row] = await runtime.database.select().from(tokens).where(eq(tokens.id, token.id));
      expect(row?.digest).toBe(fingerprintOf(secret));
      expect(await tablesWith(secret)).toEqual([]);
      expect(logged.join("")).not.toContain(secret);
      const mail = await lastMailTo(agent.email);
      expect(mail.subject).toBe("A token was created");
      expect(mail.text).toMatch(
        /The token "Reports" was created on your account\. It may: read invoices\. It ends on \d+ \w+ \d{4}\. If this was not you, revoke it in your profile and change your password\./,
      );
      expect(mail.text).not.toContain(secret);
      expect(await tokenEventsOf(agent.id)).toEqual([
        {
          kind: "token.created",
          metadata: { tokenId: token.id, name: "Reports", scopes: wish.scopes },
        },
      ]);
    },
  );

  it("is for the bureau alone", { tags: ["W-API-002"] }, async () => {
    const client = await portal.as(await buildUser());
    const said = [
      await client.refused(403, list),
      await client.refused(403, create, { body: wish }),
      await client.refused(403, remove, { params: { id: 2_000_000 } }),
    ];
    expect(said.map(({ message }) => message)).toEqual(Array(3).fill("Bureau access required"));
  });

  it(
    "asks for a fresh proof, a scope, 1 to 365 days and at most ten",
    { tags: ["W-API-007"] },
    async () => {
      const agent = await buildUser({ role: "agent" });
      const client = await portal.as(agent);
      const refusal = async (change: object) =>
        (await client.refused(400, create, { rawBody: { ...wish, ...change } })).message;
      expect(await refusal({ scopes: [] })).toBe("Choose at least one scope");
      expect(await refusal({ days: 0 })).toBe("Choose 1 to 365 days");
      expect(await refusal({ days: 366 })).toBe("Choose 1 to 365 days");
      expect(await refusal({ scopes: ["everything"] })).toBe("Unknown scope");
      expect(await refusal({ name: " " })).toBe("Name is required");
      for (let count = 0; count < 9; count += 1) await buildToken({ userId: agent.id });
      await client.call(create, { body: { ...wish, days: 365 } });
      expect(await client.refused(409, create, { body: wish })).toMatchObject({
        message: "At most 10 tokens",
      });
      const [{ id } = { id: 0 }] = await client.call(list);
      await client.call(remove, { params: { id } });
      await client.call(create, { body: { ...wish, days: 1 } });
      await letProofAge(client);
      expect(await client.refused(403, create, { body: wish })).toMatchObject({
        code: "step_up_required",
      });
    },
  );
});

/** Every table, but for the one answer. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await runtime.database.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const readings = tables.map(
    ({ name }) =>
      sql`select ${name} as name where exists (select from ${sql.identifier(name)} as t where strpos(t::text, ${text}) > 0)`,
  );
  const { rows } = await runtime.database.execute<{ name: string }>(
    sql.join(readings, sql` union all `),
  );
  return rows.map(({ name }) => name);
}

describe("a token", () => {
  it(
    "decides beside a cookie, needs no forgery token and makes no session",
    { tags: ["W-API-006"] },
    async () => {
      const agent = await buildUser({ role: "agent" });
      const caseFile = await buildCase({ assignedTo: [agent] });
      const { secret } = await buildToken({ userId: agent.id, scopes: ["messages:write"] });
      const message = { fields: { message: "From a script" }, params: { id: caseFile.id } };
      const countSessions = () => runtime.database.$count(sessions);
      const before = await countSessions();
      const alone = program(secret);
      const said = await alone.send(commentsApi.create, message);
      expect(said.status).toBe(201);
      expect(said.headers["set-cookie"]).toBeUndefined();
      const both = await portal.as(adminUser);
      both.headers["authorization"] = `Bearer ${secret}`;
      const opened = await countSessions();
      expect((await both.send(usersApi.list)).status).toBe(403);
      both.headers["authorization"] = "Bearer cmp_wrong";
      expect((await both.send(usersApi.list)).status).toBe(401);
      expect(opened).toBe(before + 1);
      expect(await countSessions()).toBe(opened);
    },
  );

  it("with a wrong checksum is 401 without a statement", { tags: ["W-API-017"] }, async () => {
    const { secret } = await buildToken({ userId: adminUser.id });
    const wrong = `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`;
    let answer = await ask(program(secret));
    expect(answer.status).toBe(200);
    const counted = await countStatements(async () => void (answer = await ask(program(wrong))));
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(counted.roundTrips).toBe(0);
  });

  it("is 403 for what only a cookie may do", { tags: ["W-API-004"] }, async () => {
    const { secret } = await buildToken({ userId: adminUser.id });
    for (const endpoint of [sessionApi.getUser, list, profileApi.listSessions, sessionApi.login])
      expect(await program(secret).refused(403, endpoint)).toMatchObject({
        code: "access.token",
        message: "This token may not do that",
      });
  });

  it("finds in the search only what its scopes name", async () => {
    const { secret } = await buildToken({
      userId: adminUser.id,
      scopes: ["cases:read", "invoices:write"],
    });
    const { kinds } = await program(secret).call(searchApi.find, { query: { q: "script" } });
    expect(kinds.map(({ kind }) => kind)).toEqual(["case", "invoice"]);
  });

  it("is noted with when and from where it was used, and a new network is an event", async () => {
    const agent = await buildUser({ role: "agent" });
    const { token, secret } = await buildToken({ userId: agent.id });
    await ask(program(secret));
    const [used] = await (await portal.as(agent)).call(list);
    expect(used).toMatchObject({ lastUsedAt: expect.any(String), lastUsedNetwork: "127.0.0.1" });
    expect(await tokenEventsOf(agent.id)).toEqual([]);
    await runtime.database
      .update(tokens)
      .set({ lastUsedNetwork: "192.0.2.7" })
      .where(eq(tokens.id, token.id));
    await ask(program(secret));
    await ask(program(secret));
    const { id: tokenId, name, scopes } = token;
    expect(await tokenEventsOf(agent.id)).toEqual([
      { kind: "token.newNetwork", metadata: { tokenId, name, scopes, network: "127.0.0.1" } },
    ]);
  });

  it(
    "is named with its owner in the lines it causes, at once or many cases later",
    { tags: ["W-API-009"] },
    async () => {
      const caseFile = await buildCase({ status: "onboarding" });
      const { secret } = await buildToken({
        userId: adminUser.id,
        name: "Nightly move",
        scopes: ["cases:write"],
      });
      const client = program(secret);
      const { id } = caseFile;
      const caseFields = { status: "onboarding" as const, nationality: "Syria" };
      await client.call(casesApi.updateMeta, {
        params: { id },
        body: { ...caseFields, title: "Renamed" },
      });
      const body = { action: "status" as const, ids: [id], status: "hold" as const };
      await client.call(bulkActionsApi.start, { body });
      const lines = await admin.call(activityApi.list, { params: { id } });
      expect(lines.map(({ token, actor }) => [token, actor?.email])).toEqual([
        ["Nightly move", adminUser.email],
        ["Nightly move", adminUser.email],
      ]);
      await admin.call(casesApi.updateMeta, {
        params: { id },
        body: { ...caseFields, title: "By hand" },
      });
      const [own] = await admin.call(activityApi.list, { params: { id } });
      expect(own).not.toHaveProperty("token");
    },
  );
});
