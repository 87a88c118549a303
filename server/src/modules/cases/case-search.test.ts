import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caseListsApi } from "contract/case-lists";
import {
  caseGroupings,
  type CaseOrder,
  caseSorts,
  compareCases,
  sortOrders,
} from "contract/case-order";
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import { casesApi, type ListedCase } from "contract/cases";
import { fold } from "contract/fold";
import {
  buildListBureau,
  containsNeedle,
  idsOf,
  type ListBureau,
  listedTitles,
  readAllPages,
  someNeedles,
} from "#testing/case-list-bureau.ts";
import { buildCase } from "#testing/factories/cases.ts";
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
const orders = fc.record({
  groupBy: fc.constantFrom(...caseGroupings),
  sort: fc.constantFrom(...caseSorts),
  order: fc.constantFrom(...sortOrders),
});
const inOrder = (cases: readonly ListedCase[], order: CaseOrder) =>
  cases
    .map((file) => ({ ...file, assignedCount: file.assignedUsers.length }))
    .toSorted((a, b) => compareCases(a, b, order));

describe("searched pages of cases", () => {
  it(
    "hold what the search finds, with any needle, order and grouping",
    { tags: ["W-LST-003"] },
    async () => {
      const all = await list(bureau.admin);
      const needle = fc.oneof(
        fc.constantFrom(...someNeedles),
        fc
          .tuple(
            fc.constantFrom(...listedTitles, "VU-2026-0014", "Bank Clearance"),
            fc.nat(10),
            fc.nat(6),
          )
          .map(([text, start, length]) => text.slice(start, start + length)),
      );
      await fc.assert(
        fc.asyncProperty(needle, orders, async (q, order) => {
          const expected = inOrder(all, order).filter((file) => containsNeedle(file, q));
          expect(idsOf(await readAllPages(bureau.admin, { ...order, q }))).toEqual(idsOf(expected));
        }),
        { numRuns: 60 },
      );
    },
  );

  it(
    "find names in any spelling and Arabic without its marks, and transliterate nothing",
    { tags: ["W-LST-014"] },
    async () => {
      const found = async (q: string) => (await readAllPages(bureau.admin, { q })).length;
      expect(await found("محمد")).toBe(8);
      expect(await found("москва")).toBe(8);
      expect(await found("moskva")).toBe(0);
      expect(await found("eleve")).toBe(8);
    },
  );

  it("take percent, underscore and backslash for themselves", { tags: ["W-LST-015"] }, async () => {
    for (const q of ["%", "\\", "100%_sure\\"]) {
      const found = await readAllPages(bureau.admin, { q });
      expect(new Set(found.map(({ title }) => title))).toEqual(new Set([listedTitles[2]]));
    }
    expect(await readAllPages(bureau.admin, { q: "n%m" })).toEqual([]);
    expect(await readAllPages(bureau.admin, { q: "n_dim" })).toEqual([]);
  });

  it(
    "hold every case of a status whose label or raw value holds the needle",
    { tags: ["W-LST-016"] },
    async () => {
      const all = await list(bureau.admin);
      for (const q of ["Bank Clear", "bank_clear", "ON HOLD", "fiu_first_stage", "(first stage)"]) {
        const statuses = caseStatuses.filter((status) =>
          [status, caseStatusTexts[status].label].some((text) => fold(text).includes(fold(q))),
        );
        expect(statuses.length).toBeGreaterThan(0);
        expect(new Set(idsOf(await readAllPages(bureau.admin, { q })))).toEqual(
          new Set(idsOf(all.filter(({ status }) => statuses.includes(status)))),
        );
      }
    },
  );

  it("never match across two texts", { tags: ["W-LST-017"] }, async () => {
    await buildCase({ caseId: "VU-2026-0514", title: "Nadim again" });
    await searchKeys.fill();
    expect(await readAllPages(bureau.admin, { q: "0514" })).toHaveLength(1);
    for (const q of ["14 nadim", "0514 nadim again", "0514\nnadim", "14\n\nnadim"])
      expect(await readAllPages(bureau.admin, { q })).toEqual([]);
  });

  it(
    "refuse a needle of more than 200 characters, and count no outer blanks",
    { tags: ["W-LST-018"] },
    async () => {
      const refusal = await bureau.admin.refused(400, caseListsApi.page, {
        query: { q: "x".repeat(201) },
      });
      expect(refusal.message).toBe("Must be at most 200 characters");
      expect(await readAllPages(bureau.admin, { q: `  ${"x".repeat(200)}  ` })).toEqual([]);
      await bureau.admin.refused(400, caseListsApi.counts, { query: { q: "x".repeat(201) } });
    },
  );
});

describe("filters", () => {
  it(
    "alone and together hold what a filter over the whole list holds",
    { tags: ["W-VIE-003"] },
    async () => {
      const all = await list(bureau.admin);
      const filters: [Record<string, string>, (file: ListedCase) => boolean][] = [
        [{ status: "courier,hold" }, ({ status }) => status === "courier" || status === "hold"],
        [{ program: "nauru" }, ({ citizenshipProgram }) => citizenshipProgram === "nauru"],
        [
          { adviser: String(bureau.people.zoe) },
          ({ assignedUsers }) => assignedUsers.some(({ id }) => id === bureau.people.zoe),
        ],
        [
          { adviser: `invitation-${bureau.people.invited}` },
          ({ assignedUsers }) =>
            assignedUsers.some(({ id }) => id === `invitation-${bureau.people.invited}`),
        ],
        [{ nationality: "Emirati" }, ({ nationality }) => nationality === "Emirati"],
        [{ unread: "true" }, ({ unreadCount }) => unreadCount > 0],
        [{ q: "nadim" }, (file) => containsNeedle(file, "nadim")],
      ];
      for (const [one, isOne] of filters)
        for (const [other, isOther] of filters) {
          const rows = await readAllPages(bureau.admin, { ...one, ...other });
          const expected =
            one === other || !Object.keys(one).some((name) => name in other)
              ? all.filter((file) => isOne(file) && isOther(file))
              : all.filter(isOther);
          expect(new Set(idsOf(rows))).toEqual(new Set(idsOf(expected)));
        }
    },
  );

  it("by my own name are those of whoever asks", async () => {
    const rows = await readAllPages(bureau.agent, { adviser: "me" });
    expect(idsOf(rows).toSorted(byNumber)).toEqual(
      idsOf(await list(bureau.agent)).toSorted(byNumber),
    );
    expect(await readAllPages(bureau.admin, { adviser: "9999999999" })).toEqual([]);
  });

  it(
    "by the last change give each case exactly once, from the bureau's midnight on",
    { tags: ["W-LST-055"] },
    async () => {
      portal.clock.set("2026-01-05T19:59:59.000Z");
      const total = (await list(bureau.admin)).length;
      for (const days of ["1", "2", "5", "365"]) {
        const within = await readAllPages(bureau.admin, { updatedWithin: days });
        const untouched = await readAllPages(bureau.admin, { untouchedFor: days });
        expect(within.length + untouched.length).toBe(total);
        expect(new Set(idsOf([...within, ...untouched])).size).toBe(total);
        // In Dubai it is still the fifth, whose day began at eight in the evening of the fourth.
        const border = new Date(Date.UTC(2026, 0, 5 - Number(days), 20)).toISOString();
        expect(within.filter(({ updatedAt }) => updatedAt < border)).toEqual([]);
        expect(untouched.filter(({ updatedAt }) => updatedAt >= border)).toEqual([]);
      }
      portal.clock.set("2026-01-05T20:00:00.000Z");
      const next = await readAllPages(bureau.admin, { updatedWithin: "1" });
      expect(next.every(({ updatedAt }) => updatedAt >= "2026-01-05T20:00:00.000Z")).toBe(true);
      portal.clock.set(new Date().toISOString());
    },
  );
});
