import { describe, expect, it } from "vitest";
import type { CaseStatus } from "contract/case-status";
import { passagesThrough, percentile, rangeOf, type Stay, unitOf } from "./range.ts";

const DAY = 86_400_000;
const NOW = new Date("2026-11-21T08:00:00Z");
const SINCE = new Date("2024-11-21T08:00:00Z");

/** The way of a case as 'bank_clearance 10, hold 3, …': each stay with its days, the last status still lasting. */
function stays(caseId: number, way: readonly (readonly [CaseStatus, number])[]): Stay[] {
  const total = way.reduce((sum, [, days]) => sum + days, 0);
  let ended = NOW.getTime() - (total + 1) * DAY;
  return way.slice(0, -1).map(([fromStatus, days], place) => {
    ended += days * DAY;
    return {
      caseId,
      fromStatus,
      toStatus: way[place + 1]?.[0] ?? fromStatus,
      endedAt: new Date(ended).toISOString(),
      durationMs: days * DAY,
    };
  });
}

const bank = "bank_clearance";
const daysOf = (way: readonly (readonly [CaseStatus, number])[], since = SINCE) =>
  [...passagesThrough(bank, stays(1, way), since).ended.values()].map((length) => length / DAY);

describe("a passage through a status", () => {
  it(
    "joins stays that only hold lay between, and leaves the hold out",
    { tags: ["W-HOM-009"] },
    () => {
      expect(
        daysOf([
          [bank, 10],
          ["hold", 30],
          [bank, 5],
          ["courier", 0],
        ]),
      ).toEqual([15]);
    },
  );

  it("begins anew after anything else", () => {
    expect(
      daysOf([
        [bank, 10],
        ["onboarding", 4],
        [bank, 5],
        ["oath_ceremony_coordination", 0],
      ]),
    ).toEqual([5]);
    expect(
      daysOf([
        [bank, 10],
        ["hold", 3],
        ["onboarding", 4],
        [bank, 5],
        ["courier", 0],
      ]),
    ).toEqual([5]);
  });

  it("counts only where the case went on", { tags: ["W-HOM-009"] }, () => {
    expect(
      daysOf([
        [bank, 10],
        ["cancelled", 0],
      ]),
    ).toEqual([]);
    expect(
      daysOf([
        [bank, 10],
        ["onboarding", 0],
      ]),
    ).toEqual([]);
    expect(
      daysOf([
        [bank, 10],
        ["hold", 0],
      ]),
    ).toEqual([]);
    expect(
      daysOf([
        [bank, 10],
        ["hold", 2],
        ["courier", 0],
      ]),
    ).toEqual([]);
    expect(
      daysOf([
        [bank, 10],
        ["citizen", 0],
      ]),
    ).toEqual([10]);
  });

  it("is the latest of its case, and of the last 730 days", { tags: ["W-HOM-009"] }, () => {
    expect(
      daysOf([
        [bank, 10],
        ["courier", 4],
        [bank, 7],
        ["passport_production", 0],
      ]),
    ).toEqual([7]);
    expect(
      daysOf(
        [
          [bank, 10],
          ["courier", 4],
        ],
        NOW,
      ),
    ).toEqual([]);
  });

  it("still lasts where the case rests or is in it again", () => {
    const open = (way: readonly (readonly [CaseStatus, number])[]) =>
      (passagesThrough(bank, stays(1, way), NOW).open.get(1) ?? 0) / DAY;
    expect(
      open([
        [bank, 10],
        ["hold", 30],
        [bank, 0],
      ]),
    ).toBe(10);
    expect(
      open([
        [bank, 10],
        ["onboarding", 30],
        [bank, 0],
      ]),
    ).toBe(0);
    expect(open([[bank, 0]])).toBe(0);
  });
});

const zone = "Asia/Dubai";
const rangeAfter = (lasted: number, lengths: readonly number[]) =>
  rangeOf({ lengths: lengths.map((days) => days * DAY), lastedMs: lasted * DAY, now: NOW, zone });

describe("the range of a step", () => {
  it("is none for four cases and one for five", { tags: ["W-HOM-010"] }, () => {
    expect(rangeAfter(3, [10, 20, 30, 40])).toBeNull();
    expect(rangeAfter(3, [10, 20, 30, 40, 50])).toMatchObject({ cases: 5 });
  });

  it("lies between the fastest and the slowest fifth", { tags: ["W-HOM-011"] }, () => {
    const days = [10, 20, 30, 40, 50];
    expect([percentile(days, 0.2), percentile(days, 0.8)]).toEqual([18, 42]);
    expect(rangeAfter(3, days)).toMatchObject({ unit: "week", low: 2, high: 6 });
  });

  it("is told in days, weeks or months, never in less than one", { tags: ["W-HOM-012"] }, () => {
    expect([13.9, 14, 83.9, 84].map(unitOf)).toEqual(["day", "week", "week", "month"]);
    const same = (days: number) => Array.from({ length: 5 }, () => days);
    expect(rangeAfter(0, same(0.2))).toMatchObject({ unit: "day", low: 1, high: 1 });
    expect(rangeAfter(0, same(14))).toMatchObject({ unit: "week", low: 2, high: 2 });
    expect(rangeAfter(0, same(84))).toMatchObject({ unit: "month", low: 2, high: 3 });
    expect(rangeAfter(0, [3, 3, 3, 20, 20])).toMatchObject({ unit: "week", low: 1, high: 3 });
  });

  it(
    "has its days counted from where the passage began, without hold",
    { tags: ["W-HOM-013"] },
    () => {
      const days = [10, 20, 30, 40, 50];
      expect(rangeAfter(3, days)).toMatchObject({
        from: "2026-12-02",
        to: "2026-12-30",
        place: "before",
      });
      expect(rangeAfter(13, days)?.place).toBe("before");
      expect(rangeAfter(14, days)).toMatchObject({ from: "2026-11-21", place: "within" });
      expect(rangeAfter(42, days)).toMatchObject({ to: "2026-11-21", place: "within" });
      expect(rangeAfter(43, days)?.place).toBe("after");
    },
  );
});
