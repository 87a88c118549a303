import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import type { AssignedUser } from "contract/cases";
import { buildCase } from "#web/testing/records.ts";
import {
  groupCases,
  groupings,
  orderStatusGroups,
  sortCases,
  sortKeys,
  sortOrders,
} from "./case-order.ts";

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count)).toISOString();
const person = (id: number, firstName: string | null): AssignedUser => ({
  id,
  firstName,
  lastName: null,
  email: `person${id}@example.com`,
  pending: false,
});
const team = [person(1, "Zoe"), person(2, "Adam"), person(3, null)];

const caseFiles = fc
  .array(
    fc.record({
      status: fc.constantFrom(...caseStatuses),
      updatedAt: fc.integer({ min: 0, max: 5 }).map(minute),
      numberOfApplicants: fc.integer({ min: 1, max: 10 }),
      assignedUsers: fc.subarray(team),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.map((fields, index) => buildCase({ id: index + 1, ...fields })));
const sorting = fc.record({
  by: fc.constantFrom(...sortKeys),
  order: fc.constantFrom(...sortOrders),
});
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);
const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

describe("sorting cases", () => {
  it("loses none and depends on nothing but the cases", () => {
    fc.assert(
      fc.property(caseFiles, sorting, (list, sort) => {
        const sorted = sortCases(list, sort);
        expect(inOrder(ids(sorted))).toEqual(inOrder(ids(list)));
        expect(ids(sortCases(list.toReversed(), sort))).toEqual(ids(sorted));
      }),
    );
  });

  it("by status follows the pipeline, in either direction [C-DASH-019, C-DASH-035]", () => {
    const list = caseStatuses.map((status, index) => buildCase({ id: index, status })).toReversed();
    const statuses = (order: "asc" | "desc") =>
      sortCases(list, { by: "status", order }).map(({ status }) => status);
    expect(statuses("asc")).toEqual([...caseStatuses]);
    expect(statuses("desc")).toEqual(caseStatuses.toReversed());
  });

  it("by the last change puts the newest first with Newest, the oldest with Oldest [C-DASH-020]", () => {
    const list = [2, 3, 1].map((count) => buildCase({ id: count, updatedAt: minute(count) }));
    expect(ids(sortCases(list, { by: "updatedAt", order: "desc" }))).toEqual([3, 2, 1]);
    expect(ids(sortCases(list, { by: "updatedAt", order: "asc" }))).toEqual([1, 2, 3]);
  });

  it("puts the latest change first within one status, whatever the direction", () => {
    const list = [2, 3, 1].map((count) => buildCase({ id: count, updatedAt: minute(count) }));
    for (const order of sortOrders)
      expect(ids(sortCases(list, { by: "status", order }))).toEqual([3, 2, 1]);
  });
});

describe("grouping cases", () => {
  it("puts every case into one group, in the order given, and shows no empty group [C-DASH-021]", () => {
    fc.assert(
      fc.property(caseFiles, fc.constantFrom(...groupings), (list, grouping) => {
        const groups = groupCases(list, grouping);
        expect(inOrder(groups.flatMap(({ cases }) => ids(cases)))).toEqual(inOrder(ids(list)));
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
        for (const { cases } of groups) {
          expect(ids(cases)).toEqual(ids(list.filter((each) => cases.includes(each))));
          if (grouping !== "none") expect(cases.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it("by status is labelled with the status and ordered by the pipeline [C-DASH-030]", () => {
    const list = caseStatuses.toReversed().map((status, id) => buildCase({ id, status }));
    const labels = (order: "asc" | "desc") =>
      orderStatusGroups(groupCases(list, "status"), order).map(({ label }) => label);
    const inPipeline = caseStatuses.map((status) => caseStatusTexts[status].label);
    expect(labels("asc")).toEqual(inPipeline);
    expect(labels("desc")).toEqual(inPipeline.toReversed());
  });

  it("by applicants has four groups, the fewest first [C-DASH-031, D-054]", () => {
    const list = [10, 6, 5, 4, 3, 2, 1].map((numberOfApplicants) =>
      buildCase({ id: numberOfApplicants, numberOfApplicants }),
    );
    expect(groupCases(list, "applicants").map(({ label, cases }) => [label, ids(cases)])).toEqual([
      ["1 applicant", [1]],
      ["2-3 applicants", [3, 2]],
      ["4-5 applicants", [5, 4]],
      ["6+ applicants", [10, 6]],
    ]);
  });

  it("by agents names a single user, counts several, and puts cases of nobody last [C-DASH-032, C-DASH-033, C-DASH-034, D-055]", () => {
    const [zoe, adam, nameless] = team as [AssignedUser, AssignedUser, AssignedUser];
    const lists = [[], [zoe, adam, nameless], [zoe], [adam, nameless], [nameless], [adam]];
    const list = lists.map((assignedUsers, id) => buildCase({ id, assignedUsers }));
    expect(groupCases(list, "agents").map(({ label }) => label)).toEqual([
      "Adam",
      "person3@example.com",
      "Zoe",
      "2 agents",
      "3 agents",
      "Unassigned",
    ]);
  });

  it("keeps two people of one name apart", () => {
    const list = [person(1, "Amina"), person(2, "Amina")].map((each, id) =>
      buildCase({ id, assignedUsers: [each] }),
    );
    expect(groupCases(list, "agents")).toHaveLength(2);
  });
});
