import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caseListsApi } from "contract/case-lists";
import {
  caseGroupings,
  caseGroupKey,
  type CaseOrder,
  caseSorts,
  compareCases,
  sortOrders,
} from "contract/case-order";
import { casesApi, type ListedCase } from "contract/cases";
import {
  buildListBureau,
  idsOf,
  type ListBureau,
  readAllPages,
} from "#testing/case-list-bureau.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
let bureau: ListBureau;
beforeAll(async () => {
  portal = await openTestApp();
  bureau = await buildListBureau(portal, 60);
});
afterAll(() => portal.close());

const list = (client: TestClient) => client.call(casesApi.list);
const inOrder = (cases: readonly ListedCase[], order: CaseOrder) =>
  cases
    .map((file) => ({ ...file, assignedCount: file.assignedUsers.length }))
    .toSorted((a, b) => compareCases(a, b, order));

describe("pages of cases", () => {
  it(
    "joined give the ids of the whole list in its order, for every sort, order and grouping",
    { tags: ["W-LST-002"] },
    async () => {
      for (const client of [bureau.admin, bureau.agent]) {
        const all = await list(client);
        expect(all.length).toBeGreaterThan(15);
        for (const groupBy of caseGroupings)
          for (const sort of caseSorts)
            for (const order of sortOrders) {
              const rows = await readAllPages(client, { groupBy, sort, order });
              const expected = inOrder(all, { groupBy, sort, order });
              expect(idsOf(rows), `${groupBy} ${sort} ${order}`).toEqual(idsOf(expected));
              expect(rows.map(({ group }) => group)).toEqual(
                expected.map((file) => caseGroupKey(file, groupBy)),
              );
            }
      }
    },
  );

  it("show of each case what the whole list shows of it", async () => {
    const all = new Map((await list(bureau.agent)).map((file) => [file.id, file]));
    for (const row of await readAllPages(bureau.agent, {})) {
      const file = all.get(row.id);
      const { assignedUsers, assignedCount, readiness, needs, group, ...same } = row;
      expect(file).toMatchObject(same);
      expect(assignedUsers).toEqual(file?.assignedUsers.slice(0, 3));
      expect(assignedCount).toBe(file?.assignedUsers.length);
      expect([readiness, needs, group]).toEqual([null, null, null]);
      expect(JSON.stringify(row).length).toBeLessThanOrEqual(1024);
    }
  });

  it("refuse limits, cursors and filters that are none", { tags: ["W-LST-005"] }, async () => {
    const refused = async (query: Record<string, string>) =>
      (await bureau.admin.refused(400, caseListsApi.page, { query })).message;
    for (const limit of ["0", "101", "x", "-1", "1.5", ""])
      expect(await refused({ limit })).toBe("Invalid limit");
    const [first] = await readAllPages(bureau.admin, { limit: "50" });
    const { next } = await bureau.admin.call(caseListsApi.page, { query: { limit: "1" } });
    const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const after of [
      "x",
      "",
      "?",
      "a".repeat(201),
      json({}),
      json([null, 1, "yesterday", 1]),
      json([null, 13, "2026-01-01T00:00:00.000Z", 1]),
      json([null, 1, "2026-99-01T00:00:00.000Z", 1]),
      json([null, 1, "2026-01-01T00:00:00.000Z", 2 ** 31]),
      json(["0\0", 1, "2026-01-01T00:00:00.000Z", 1]),
    ])
      expect(await refused({ after })).toBe("Invalid cursor");
    expect(await refused({ after: next ?? "", groupBy: "agents" })).toBe("Invalid cursor");
    expect(await refused({ attention: "1" })).toBe("Invalid attention");
    expect(await refused({ waiting: "true" })).toBe("Unknown filter: waiting");
    expect(await refused({ unread: "1" })).toBe("Invalid unread");
    expect(await refused({ status: "courier,gone" })).toBe("Invalid status");
    expect(await refused({ adviser: "x" })).toBe("Invalid adviser");
    expect(await refused({ untouchedFor: "366" })).toContain("from 1 to 365");
    expect(await refused({ from: "courier" })).toBe("Invalid group");
    expect(await refused({ from: "nobody", groupBy: "agents" })).toBe("Invalid group");
    expect(await refused({ skip: "1000001" })).toBe("Invalid skip");
    expect((await bureau.admin.call(caseListsApi.page, {})).rows).toHaveLength(50);
    expect(first).toBeDefined();
  });

  it(
    "give with another's cursor only what the reader may see",
    { tags: ["W-LST-006"] },
    async () => {
      const own = new Set(idsOf(await list(bureau.agent)));
      const { next } = await bureau.admin.call(caseListsApi.page, { query: { limit: "10" } });
      const { rows } = await bureau.agent.call(caseListsApi.page, { query: { after: next ?? "" } });
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ id }) => !own.has(id))).toEqual([]);
    },
  );

  it("begin at a group, and leave out as many as are skipped", async () => {
    const all = await list(bureau.admin);
    for (const groupBy of ["status", "applicants", "agents"] as const)
      for (const order of sortOrders)
        for (const sort of caseSorts) {
          const expected = inOrder(all, { groupBy, sort, order });
          const keys = [...new Set(expected.map((file) => caseGroupKey(file, groupBy)))];
          for (const from of keys) {
            const start = expected.findIndex((file) => caseGroupKey(file, groupBy) === from);
            const query = { groupBy, sort, order, from: from ?? "", skip: "2", limit: "5" };
            const { rows } = await bureau.admin.call(caseListsApi.page, { query });
            expect(idsOf(rows), JSON.stringify(query)).toEqual(
              idsOf(expected.slice(start + 2, start + 7)),
            );
          }
        }
    const nobody = { groupBy: "agents", from: "user 2000000000" } as const;
    expect((await bureau.admin.call(caseListsApi.page, { query: nobody })).rows).toEqual([]);
  });

  it(
    "keep two people of one name apart: the smaller number first, somebody invited last",
    { tags: ["W-LST-053"] },
    async () => {
      const rows = await readAllPages(bureau.admin, {
        groupBy: "agents",
        sort: "status",
        order: "asc",
      });
      const named = new Set(
        rows.map(({ group }) => group).filter((group) => group?.startsWith("user ")),
      );
      expect([...named]).toEqual([
        `user ${bureau.people.agent}`,
        `user ${bureau.people.zoe}`,
        `user ${bureau.people.namesake}`,
        `user invitation-${bureau.people.invited}`,
      ]);
      const { groups } = await bureau.admin.call(caseListsApi.counts, {
        query: { groupBy: "agents" },
      });
      expect(groups.map(({ label }) => label)).toEqual([
        "bank@example.com",
        "Zoë Sarr",
        "zoe SARR",
        "Zoe Sarr",
        "2 agents",
        ...(groups.some(({ key }) => key === "several 3") ? ["3 agents"] : []),
        ...(groups.some(({ key }) => key === "several 4") ? ["4 agents"] : []),
        ...(groups.some(({ key }) => key === "several 5") ? ["5 agents"] : []),
        "Unassigned",
      ]);
    },
  );
});
