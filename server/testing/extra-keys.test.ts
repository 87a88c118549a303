/**
 * Whatever a body says besides what its endpoint takes is not stored (security.md 1.1): nobody makes himself an admin, or
 * a record somebody else's, by a key more. Generated from the contract, like every-endpoint.test.ts.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EndpointShape } from "contract/endpoint";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { openForEverybody, openFixtures, type People, type Fixtures } from "./endpoint-fixtures.ts";
import type { Recipe } from "./endpoint-recipe.ts";
import { type Enrolled, enrolledEndpoints as endpoints } from "./enrolled-endpoints.ts";
import { buildCase } from "./factories/cases.ts";
import { buildUser } from "./factories/users.ts";
import { type Caller, permissionsOf } from "./permissions-matrix.ts";
import type { TestApp } from "./test-app.ts";
import type { CallInput } from "./test-client.ts";

const writes = endpoints.filter(({ endpoint }) => endpoint.method !== "GET");

let portal: TestApp;
let people: People;
beforeAll(async () => {
  ({ portal, people } = await openForEverybody());
});
afterAll(() => portal.close());

/** Nothing else in the database looks like these. */
const FORGED_ID = 424_242_424;
const FORGED_TEXT = "forged-value";
const forged = {
  role: "admin",
  id: FORGED_ID,
  userId: FORGED_ID,
  createdBy: FORGED_ID,
  password: "Forged-Horse-9",
  email: `${FORGED_TEXT}@example.com`,
};
/** Something that is only nearly true may become it on the way. */
const claimsOfAdmin: unknown[] = [true, "true", 1, [true]];
/** Only what writes an account could store a claim that is not quite one. */
const writesAccounts = /^(users|profile|session)\./;

/** Of a rule, every field that an edit does not take is refused by name (W-RUL-007): nobody believes that he changed it. */
const refusesUnknown = new Set(["rules.create", "rules.update", "rules.preview"]);

const changesPassword = new Set(["session.resetPassword", "profile.updatePassword"]);
const callersByRights: readonly Caller[] = [
  "clientAssigned",
  "agentAssigned",
  "admin",
  "automationKey",
];

/** The least of all who may make this call: whoever has most to gain. */
function callerOf({ endpoint }: Enrolled): Caller {
  const { expected } = permissionsOf(endpoint.method, endpoint.path);
  const caller = callersByRights.find((candidate) => expected[candidate].status < 300);
  return caller ?? "anonymous";
}

function keysOf({ body }: EndpointShape): string[] {
  const def = body?._zod.def as { shape?: object } | undefined;
  return Object.keys(def?.shape ?? {});
}

/** The keys that this endpoint does not take. */
function extrasFor(endpoint: EndpointShape, isAdmin: unknown): Record<string, unknown> {
  const known = keysOf(endpoint);
  return Object.fromEntries(
    Object.entries({ ...forged, isAdmin }).filter(([key]) => !known.includes(key)),
  );
}

function withExtras(recipe: Recipe, extras: Record<string, unknown>): Recipe {
  if (recipe.files === undefined) {
    return { ...recipe, body: { ...(recipe.body as object | undefined), ...extras } };
  }
  const texts = Object.entries(extras).map(([key, value]) => [key, String(value)]);
  return { ...recipe, fields: { ...recipe.fields, ...Object.fromEntries(texts) } };
}

function send(fixtures: Fixtures, endpoint: EndpointShape, { client, ...input }: Recipe) {
  return (client ?? fixtures.client).send(endpoint, input as CallInput<EndpointShape>);
}

type Account = { id: number; rights: string; email: string; password: string };

async function readAccounts(): Promise<Map<number, Account>> {
  const { rows } = await runtime.database.execute<Account>(
    sql`select id, concat_ws(' ', role, is_admin) as rights, email, password from users`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function countAdmins(): Promise<number> {
  const { rows } = await runtime.database.execute<{ count: number }>(sql`
    select ((select count(*) from users where is_admin or role = 'admin')
      + (select count(*) from user_invitations where is_admin or role = 'admin'))::int as count`);
  return rows[0]?.count ?? 0;
}

/** Every row of every table in which a forged value stands. */
async function findForged(): Promise<string[]> {
  const { rows: tables } = await runtime.database.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const perTable = tables.map(
    ({ name }) => sql`select t::text as row from ${sql.identifier(name)} as t`,
  );
  const { rows } = await runtime.database.execute<{ row: string }>(sql`
    select row from (${sql.join(perTable, sql` union all `)}) as every
    where row like ${`%${FORGED_ID}%`} or row like ${`%${FORGED_TEXT}%`}`);
  return rows.map(({ row }) => row);
}

describe("a key more than the endpoint takes", () => {
  it.each(writes)(
    "is not stored by $name",
    { tags: ["security-1.1", "asvs-44"] },
    async (enrolled) => {
      const { endpoint, prepare, name } = enrolled;
      for (const isAdmin of writesAccounts.test(name) ? claimsOfAdmin : [true]) {
        const fixtures = await openFixtures(portal, people, callerOf(enrolled));
        const recipe = withExtras(await prepare(fixtures), extrasFor(endpoint, isAdmin));
        const before = await readAccounts();
        const admins = await countAdmins();
        const answer = await send(fixtures, endpoint, recipe);
        if (refusesUnknown.has(name)) expect(answer.status).toBe(400);
        else expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(400);
        expect(await findForged()).toEqual([]);
        expect(await countAdmins()).toBe(admins);
        for (const [id, account] of await readAccounts()) {
          const former = before.get(id);
          if (former === undefined) continue;
          expect(account.rights).toBe(former.rights);
          if (name !== "profile.confirmEmail") expect(account.email).toBe(former.email);
          if (!changesPassword.has(name)) expect(account.password).toBe(former.password);
        }
      }
    },
  );

  it("would be found wherever it was stored", async () => {
    const { id } = await buildUser({ lastName: FORGED_TEXT });
    await buildCase({ createdBy: id, description: `about ${FORGED_ID}` });
    expect(await findForged()).toHaveLength(2);
    await runtime.database.execute(sql`delete from cases where created_by = ${id}`);
    await runtime.database.execute(sql`delete from users where id = ${id}`);
  });

  it("does not make an invited person an admin by something that is only nearly true", async () => {
    const { client } = await openFixtures(portal, people, "admin");
    for (const isAdmin of claimsOfAdmin.slice(1)) {
      const rawBody = { email: "nearly@example.com", role: "client", isAdmin };
      await client.refused(400, usersApi.invite, { rawBody });
    }
  });
});

describe("an address that is no text", () => {
  const takesAddress = writes.filter(({ endpoint }) => keysOf(endpoint).includes("email"));

  it.each(takesAddress)("is refused by $name, and nobody gets a mail", async (enrolled) => {
    const { endpoint, prepare } = enrolled;
    const fixtures = await openFixtures(portal, people, callerOf(enrolled));
    const recipe = await prepare(fixtures);
    const { email = "somebody@example.com", ...body } = recipe.body as { email?: string };
    const waiting = await countMails();
    for (const shape of [
      [email],
      [email, "stranger@example.com"],
      { 0: email },
      { email },
      7,
      true,
    ]) {
      const answer = await send(fixtures, endpoint, { ...recipe, body: { ...body, email: shape } });
      expect(answer.status, JSON.stringify(shape)).toBe(400);
    }
    expect(await countMails()).toBe(waiting);
  });

  /** Those that wait, and those that a job is still to write. */
  async function countMails(): Promise<number> {
    const { rows } = await runtime.database.execute<{ count: number }>(sql`
      select ((select count(*) from mail_outbox)
        + (select count(*) from jobs.job where name = 'session.mailResetLink'))::int as count`);
    return rows[0]?.count ?? 0;
  }
});
