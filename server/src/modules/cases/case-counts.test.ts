import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CaseCounts, caseListsApi } from "contract/case-lists";
import { caseStatuses } from "contract/case-status";
import { casesApi } from "contract/cases";
import { runtime } from "#server/core/runtime.ts";
import { caseRows } from "#server/database/tables/case-rows.ts";
import {
  buildListBureau,
  idsOf,
  type ListBureau,
  readAllPages,
  someNeedles,
} from "#testing/case-list-bureau.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { searchKeys } from "./case-rows.jobs.ts";

let portal: TestApp;
let bureau: ListBureau;
beforeAll(async () => {
  portal = await openTestApp();
  bureau = await buildListBureau(portal, 40);
});
afterAll(() => portal.close());

const byNumber = (a: number, b: number) => a - b;
const list = (client: TestClient) => client.call(casesApi.list);
type Query = Readonly<Record<string, string>>;

describe("counts of cases", () => {
  const read = (client: TestClient, query: Query = {}): Promise<CaseCounts> =>
    client.call(caseListsApi.counts, { query });

  it(
    "of all and of each status ignore search and filters, found and groups follow them",
    { tags: ["W-LST-007"] },
    async () => {
      for (const client of [bureau.admin, bureau.agent]) {
        const all = await list(client);
        const whole = await read(client);
        expect(whole.total).toBe(all.length);
        for (const status of caseStatuses)
          expect(whole.byStatus[status]).toBe(all.filter((file) => file.status === status).length);
        const queries: Query[] = [
          { q: "nadim" },
          { status: "hold" },
          { q: "zoe", program: "nauru" },
        ];
        for (const query of queries) {
          const counted = await read(client, { ...query, groupBy: "status" });
          expect(counted.total).toBe(whole.total);
          expect(counted.byStatus).toEqual(whole.byStatus);
          const rows = await readAllPages(client, query);
          expect(counted.found).toBe(rows.length);
          for (const { key, count } of counted.groups)
            expect(count).toBe(rows.filter(({ status }) => status === key).length);
        }
      }
    },
  );

  it(
    "of the groups add up to what is found, and stand in their order",
    { tags: ["W-LST-008"] },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom("status", "applicants", "agents"),
          fc.constantFrom(...someNeedles),
          async (groupBy, q) => {
            const { found, groups, next } = await read(bureau.admin, { groupBy, q });
            expect(next).toBeNull();
            expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(found);
            expect(groups.every(({ count }) => count > 0)).toBe(true);
            const rows = await readAllPages(bureau.admin, {
              groupBy,
              q,
              sort: "status",
              order: "asc",
            });
            expect(rows).toHaveLength(found);
            expect(groups.map(({ key }) => key)).toEqual([
              ...new Set(rows.map(({ group }) => group)),
            ]);
          },
        ),
        { numRuns: 25 },
      );
      expect((await read(bureau.admin)).groups).toEqual([]);
    },
  );

  it("give more than 500 groups in several answers", { tags: ["W-LST-008"] }, async () => {
    await runtime.database.execute(sql`
      with people as (
        insert into users (email, password, first_name)
        select 'crowd' || n || '@example.com', '', 'Crowd' from generate_series(1, 501) n returning id
      ), files as (
        insert into cases (case_id, title, nationality)
        select 'crowd ' || n, 'Crowd', 'British' from generate_series(1, 501) n returning id
      )
      insert into case_assignments (case_id, user_id)
      select f.id, p.id from (select id, row_number() over () n from files) f
      join (select id, row_number() over () n from people) p using (n)`);
    const first = await read(bureau.admin, { groupBy: "agents" });
    expect(first.groups).toHaveLength(500);
    const second = await read(bureau.admin, { groupBy: "agents", after: first.next ?? "" });
    expect(second.next).toBeNull();
    expect(second.found).toBe(first.found);
    const all = [...first.groups, ...second.groups];
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(first.found);
    const refusal = await bureau.admin.refused(400, caseListsApi.counts, {
      query: { groupBy: "agents", after: "x" },
    });
    expect(refusal.message).toBe("Invalid cursor");
    await runtime.database.execute(sql`delete from cases where title = 'Crowd'`);
  });

  it("name the only case there is to see", { tags: ["W-LST-009"] }, async () => {
    const person = await buildUser();
    const client = await portal.as(person);
    expect(await read(client)).toMatchObject({ total: 0, only: null, found: 0 });
    const caseFile = await buildCase({ assignedTo: [person] });
    expect(await read(client, { q: "nothing has this" })).toMatchObject({
      total: 1,
      only: caseFile.caseId,
      found: 0,
    });
    await buildCase({ assignedTo: [person] });
    expect(await read(client)).toMatchObject({ total: 2, only: null });
  });
});

describe("rows of cases", () => {
  it(
    "are those that are visible; foreign and missing ones are absent, in page and counts too",
    { tags: ["W-LST-004"] },
    async () => {
      const own = idsOf(await list(bureau.agent));
      const every = idsOf(await list(bureau.admin));
      const rows = await bureau.agent.call(caseListsApi.rows, {
        query: { ids: [...every.slice(0, 90), 2_000_000_000].join(",") },
      });
      expect(idsOf(rows).toSorted(byNumber)).toEqual(
        every
          .slice(0, 90)
          .filter((id) => own.includes(id))
          .toSorted(byNumber),
      );
      expect(idsOf(await readAllPages(bureau.agent, {})).toSorted(byNumber)).toEqual(
        own.toSorted(byNumber),
      );
      expect((await bureau.agent.call(caseListsApi.counts)).total).toBe(own.length);
      const [id] = own;
      const [row] = await bureau.agent.call(caseListsApi.rows, {
        query: { ids: String(id), groupBy: "agents" },
      });
      expect(row?.group).toMatch(/^(user|several) /);
    },
  );

  it("refuse what names no case, and more than a hundred", async () => {
    const refused = async (text: string) =>
      (await bureau.admin.refused(400, caseListsApi.rows, { query: { ids: text } })).message;
    expect(await refused("")).toBe("Invalid ids");
    expect(await refused("1,x")).toBe("Invalid ids");
    expect(await refused("9999999999")).toBe("Invalid ids");
    expect(await refused(Array.from({ length: 101 }, (_, index) => index + 1).join(","))).toBe(
      "At most 100 cases",
    );
  });
});

it("tells how many cases cannot be found by their texts yet", async () => {
  await runtime.database.update(caseRows).set({ searchKey: null });
  const { preparing, total } = await bureau.admin.call(caseListsApi.counts);
  expect(preparing).toBe(total);
  expect((await bureau.admin.call(caseListsApi.page)).preparing).toBe(total);
  expect(await readAllPages(bureau.admin, { q: "nadim" })).toEqual([]);
  expect((await readAllPages(bureau.admin, { q: "bank_clear" })).length).toBeGreaterThan(0);
  await searchKeys.fill();
  expect((await bureau.admin.call(caseListsApi.page)).preparing).toBe(0);
  expect((await readAllPages(bureau.admin, { q: "nadim" })).length).toBeGreaterThan(0);
});
