import { extname } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { api } from "contract/api";
import { casesApi } from "contract/cases";
import type { EndpointShape } from "contract/endpoint";
import { hashPassword } from "#server/auth/passwords.ts";
import { runtime } from "#server/core/runtime.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { modules } from "#server/modules.ts";
import {
  AUTOMATION_KEY,
  buildPeople,
  openFixtures,
  type People,
  type Fixtures,
} from "#testing/endpoint-fixtures.ts";
import type { Prepare, Recipe } from "#testing/endpoint-recipe.ts";
import { recipes } from "#testing/endpoint-recipes.ts";
import { hashCheaply, PASSWORD } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { CallInput } from "#testing/test-client.ts";
import { asOwner } from "#testing/test-database.ts";

let portal: TestApp;
let people: People;
beforeAll(async () => {
  hashCheaply();
  portal = await openTestApp({ settings: { AUTOMATION_KEY } });
  people = await buildPeople(await hashPassword(PASSWORD));
});
afterAll(() => portal.close());

type Creation = { name: string; endpoint: EndpointShape; prepare: Prepare };

const creations: Creation[] = Object.entries(api).flatMap(([module, table]) =>
  Object.entries(table)
    .map(([verb, endpoint]) => ({
      name: `${module}.${verb}`,
      endpoint: endpoint as EndpointShape,
      prepare: (recipes as Record<string, Record<string, Prepare>>)[module]![verb]!,
    }))
    // What answers a secret is not kept for a second time.
    .filter(({ endpoint }) => endpoint.status === 201 && !endpoint.secret)
    .filter(({ endpoint }) => endpoint.access !== "public"),
);

/** What a creating call leaves behind: rows of whatever a module writes, and what is told of it. */
const effects = [caseEvents, ...modules.flatMap(({ tables = [] }) => tables)];

async function countEffects(): Promise<number> {
  const counts = effects.map((table) => sql`(select count(*) from ${table})`);
  const result = await runtime.database.execute<{ total: string }>(
    sql`select ${sql.join(counts, sql` + `)} as total`,
  );
  return Number(result.rows[0]?.total);
}

const worldOf = (endpoint: EndpointShape) =>
  openFixtures(portal, people, endpoint.access === "automation" ? "automationKey" : "admin");

const submit = (fixtures: Fixtures, endpoint: EndpointShape, recipe: Recipe) =>
  fixtures.client.send(endpoint, {
    ...recipe,
    headers: { ...recipe.headers, "idempotency-key": `press ${fixtures.caseFile.caseId}` },
  } as CallInput<EndpointShape>);

/** Another wish under the same key. */
function changed(recipe: Recipe): Recipe {
  if (recipe.files) {
    const another = (name: string) => `another${extname(name)}`;
    return {
      ...recipe,
      files: recipe.files.map((file) => ({ ...file, name: another(file.name) })),
    };
  }
  return { ...recipe, body: { ...(recipe.body as object), ...otherValue(recipe.body) } };
}

function otherValue(body: unknown): object {
  const [name, value] =
    Object.entries((body ?? {}) as object).find(([field]) =>
      [
        "title",
        "message",
        "caseTitle",
        "email",
        "userId",
        "name",
        "publicText",
        "label",
        "note",
      ].includes(field),
    ) ?? [];
  if (name === undefined) throw new Error(`Nothing to change in ${JSON.stringify(body)}`);
  return { [name]: typeof value === "number" ? value + 1 : `a${value}` };
}

describe("a button pressed twenty times", () => {
  it.each(creations)(
    "creates once: $name",
    { tags: ["security-6.3"] },
    async ({ endpoint, prepare }) => {
      const single = await worldOf(endpoint);
      const onceRecipe = await prepare(single);
      const before = await countEffects();
      expect((await submit(single, endpoint, onceRecipe)).status).toBe(201);
      const oneEffect = (await countEffects()) - before;
      expect(oneEffect).toBeGreaterThan(0);

      const fixtures = await worldOf(endpoint);
      const recipe = await prepare(fixtures);
      await fixtures.client.csrfToken();
      const start = await countEffects();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => submit(fixtures, endpoint, recipe)),
      );
      expect((await countEffects()) - start).toBe(oneEffect);
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(201);
      expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);

      const replay = await submit(fixtures, endpoint, recipe);
      expect(replay).toMatchObject({
        status: 201,
        body: answers.find(({ status }) => status === 201)?.body,
      });
      // A call without a body has no other wish.
      if (recipe.body !== undefined || recipe.files)
        expect((await submit(fixtures, endpoint, changed(recipe))).status).toBe(422);
      expect((await countEffects()) - start).toBe(oneEffect);
    },
  );
});

describe("a portal that dies while it creates", () => {
  const press = (key: string) => ({ headers: { "idempotency-key": key } });
  const family = (title: string) => ({
    title,
    nationality: "Lebanese" as const,
    citizenshipProgram: "vanuatu" as const,
    gender: "Mr." as const,
  });

  /** From here on nothing can be noted about a key once it is in this state: as if the process were gone. */
  async function dieOnce(when: string): Promise<void> {
    await asOwner(`
      create or replace function die() returns trigger language plpgsql as
        $$ begin raise exception 'the process is gone'; end $$;
      create or replace trigger die before update on idempotency_keys
        for each row when (${when}) execute function die()`);
  }
  const comeBack = () => asOwner("drop trigger if exists die on idempotency_keys");
  afterEach(comeBack);

  const countCases = async (title: string) => {
    const found = await runtime.database.execute(sql`select 1 from cases where title = ${title}`);
    return found.rows.length;
  };

  it("after the commit does not create again when the button is pressed again", async () => {
    const fixtures = await openFixtures(portal, people, "admin");
    const { client, caseFile } = fixtures;
    const { id: userId } = await fixtures.otherUser();
    const input = { ...press("first"), params: { id: caseFile.id }, body: { userId } };
    await dieOnce("old.status = 0");
    await client.refused(500, casesApi.assign, input);
    await comeBack();
    const again = await client.refused(409, casesApi.assign, input);
    expect(again.message).toBe("This has been saved already. Please reload the page to see it.");
    await client.refused(422, casesApi.assign, { ...input, body: { userId: people.admin!.id } });
  });

  it("has kept its answer with the change where the change is the answer", async () => {
    const { client } = await openFixtures(portal, people, "admin");
    const input = { ...press("kept"), body: family("Kept with its answer") };
    await dieOnce("old.status is not null");
    const first = await client.call(casesApi.create, input);
    expect(await client.call(casesApi.create, { ...input, leavesNoEvent: true })).toEqual(first);
    expect(await countCases("Kept with its answer")).toBe(1);
  });

  it("before the commit leaves nothing, and the next press creates", async () => {
    const { client } = await openFixtures(portal, people, "admin");
    const input = { ...press("second"), body: family("Lost at first") };
    await dieOnce("new.status is not null");
    await client.refused(500, casesApi.create, input);
    expect(await countCases("Lost at first")).toBe(0);
    await comeBack();
    await client.call(casesApi.create, input);
    expect(await countCases("Lost at first")).toBe(1);
  });

  it("frees the key for another try after two minutes, and the late first one is taken back", async () => {
    const { client } = await openFixtures(portal, people, "admin");
    const input = { ...press("slow"), body: family("Slow") };
    await asOwner(`
      create or replace function be_slow() returns trigger language plpgsql as
        $$ begin perform pg_sleep(1); return new; end $$;
      create trigger be_slow before insert on cases
        for each row when (new.title = 'Slow') execute function be_slow()`);
    const first = client.send(casesApi.create, input);
    await expect.poll(countKeys).toBe(1);
    await runtime.database.execute(
      `update idempotency_keys set created_at = now() - interval '3 minutes' where key = 'slow'`,
    );
    const second = client.send(casesApi.create, input);
    const statuses = (await Promise.all([first, second])).map(({ status }) => status);
    expect(statuses).toEqual([409, 201]);
    expect(await countCases("Slow")).toBe(1);
  });

  async function countKeys(): Promise<number> {
    const found = await runtime.database.execute(
      `select 1 from idempotency_keys where key = 'slow'`,
    );
    return found.rows.length;
  }
});
