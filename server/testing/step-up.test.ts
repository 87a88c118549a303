/**
 * Every call that asks who is really at the keyboard (D-185), made with a session whose proof is old: refused, and
 * nothing has changed. An endpoint is enrolled here by its `stepUp` in the contract.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { api } from "contract/api";
import { stepUpApi } from "contract/step-up";
import { runtime } from "#server/core/runtime.ts";
import { openForEverybody, openFixtures, type People } from "./endpoint-fixtures.ts";
import type { Prepare, Recipe } from "./endpoint-recipe.ts";
import { enrolledEndpoints, sendEnrolled } from "./enrolled-endpoints.ts";
import { uniqueSuffix } from "./factories/unique.ts";
import { permissionsOf } from "./permissions-matrix.ts";
import { letProofAge } from "./proof.ts";
import { PASSWORD } from "./sign-in.ts";
import type { TestApp } from "./test-app.ts";

let portal: TestApp;
let people: People;
beforeAll(async () => {
  ({ portal, people } = await openForEverybody());
});
afterAll(() => portal.close());

type Api = typeof api;
/** The calls of which only some ask. */
type SometimesDangerous = {
  [Module in keyof Api]: {
    [Verb in keyof Api[Module]]: Api[Module][Verb] extends { stepUp: "whenDangerous" }
      ? `${Module}.${Verb & string}`
      : never;
  }[keyof Api[Module]];
}[keyof Api];

const invited = (rights: object): Prepare => {
  return () => ({ body: { email: `guest-${uniqueSuffix()}@example.com`, ...rights } });
};
const changed = (changes: () => object): Prepare => {
  return async (fixtures) => {
    const { id, email } = await fixtures.otherUser();
    const names = { firstName: "New", lastName: "Name" };
    return { params: { id }, body: { ...names, email, role: "client", ...changes() } };
  };
};

/** What makes one dangerous. The harmless one is that of the whole matrix. */
const dangerousCalls: Record<SometimesDangerous, Record<string, Prepare>> = {
  "users.invite": {
    "an admin": invited({ role: "admin" }),
    "an agent with the admin's flag": invited({ role: "agent", isAdmin: true }),
    "an accountant": invited({ role: "accountant" }),
  },
  "users.update": {
    "another role": changed(() => ({ role: "agent" })),
    "another email": changed(() => ({ email: `new-${uniqueSuffix()}@example.com` })),
  },
};

const asking = enrolledEndpoints.filter(({ endpoint }) => endpoint.stepUp !== undefined);
const dangerous = asking.flatMap((enrolled) => {
  const { name, endpoint } = enrolled;
  if (endpoint.stepUp === true) return [enrolled];
  return Object.entries(dangerousCalls[name as SometimesDangerous]).map(([what, prepare]) => ({
    ...enrolled,
    name: `${name} (${what})`,
    prepare,
  }));
});
const harmless = asking.filter(({ endpoint }) => endpoint.stepUp === "whenDangerous");

/** Every row of every table, but for when a session was last seen and how often somebody has tried. */
async function readEverything(): Promise<string[]> {
  const { rows: tables } = await runtime.database.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'
        and tablename not in ('sessions', 'throttle_buckets')`,
  );
  const perTable = tables.map(
    ({ name }) => sql`select ${name} || ' ' || t::text as row from ${sql.identifier(name)} as t`,
  );
  const { rows } = await runtime.database.execute<{ row: string }>(
    sql`select row from (${sql.join(perTable, sql` union all `)}) as every order by row`,
  );
  return rows.map(({ row }) => row);
}

describe("an old proof", () => {
  it("is met by the calls of D-185", () => {
    expect(asking.map(({ name }) => name).toSorted()).toEqual([
      "bureau.removeLogo",
      "bureau.update",
      "bureau.uploadLogo",
      "cases.remove",
      "rules.create",
      "rules.restore",
      "rules.retire",
      "rules.update",
      "tokens.create",
      "users.invite",
      "users.remove",
      "users.removeFactors",
      "users.unlock",
      "users.update",
    ]);
  });

  it.each(dangerous)("is not enough for $name, until it is renewed", async (enrolled) => {
    const fixtures = await openFixtures(portal, people, "admin");
    const recipe: Recipe = await enrolled.prepare(fixtures);
    const call = { ...enrolled, prepare: () => recipe };
    await letProofAge(fixtures.client);
    const before = await readEverything();
    const refused = await sendEnrolled(fixtures, call);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: "step_up_required" });
    expect(await readEverything()).toEqual(before);
    await fixtures.client.call(stepUpApi.byPassword, { body: { password: PASSWORD } });
    const { method, path } = enrolled.endpoint;
    const answer = await sendEnrolled(fixtures, call);
    expect(answer.status).toBe(permissionsOf(method, path).expected.admin.status);
  });

  it.each(dangerous)("is asked for only behind the door of $name", async (enrolled) => {
    const fixtures = await openFixtures(portal, people, "clientAssigned");
    await letProofAge(fixtures.client);
    const answer = await sendEnrolled(fixtures, enrolled);
    const code = enrolled.endpoint.access === "admin" ? "access.admin" : "access.denied";
    expect(answer.body).toMatchObject({ code });
  });

  it.each(harmless)("is enough for a harmless $name", async (enrolled) => {
    const fixtures = await openFixtures(portal, people, "admin");
    await letProofAge(fixtures.client);
    const { method, path } = enrolled.endpoint;
    const answer = await sendEnrolled(fixtures, enrolled);
    expect(answer.status).toBe(permissionsOf(method, path).expected.admin.status);
  });
});
