import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { caseStatuses } from "contract/case-status";
import { addDays } from "contract/days";
import { reminderStops } from "contract/reminders";
import {
  isWorkingDay,
  nextReminderOn,
  type PlanFacts,
  type ScheduleFacts,
} from "./next-reminder-on.ts";

const schedule: ScheduleFacts = {
  isOn: true,
  firstDays: [3, 7, 14],
  everyDays: 7,
  most: 8,
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
};
const plan: PlanFacts = {
  isOn: true,
  pausedUntil: null,
  resumedOn: null,
  roundStartedOn: "2026-11-02",
  sentInRound: 0,
  lastScheduledOn: null,
  lastSentOn: null,
};
type Asked = Parameters<typeof nextReminderOn>[0];
const asked: Asked = {
  schedule,
  plan,
  openCount: 1,
  status: "onboarding",
  receivers: 1,
  today: "2026-11-02",
  isOver: false,
};

/** Sent on each day that is answered, until it stops. */
function follow(first: Asked): string[] {
  const next = nextReminderOn(first);
  if ("stop" in next) return [next.stop];
  const day = next.on;
  const sent = {
    ...first.plan,
    sentInRound: first.plan.sentInRound + 1,
    lastScheduledOn: day,
    lastSentOn: day,
  };
  return [day, ...follow({ ...first, plan: sent, today: day })];
}

describe("the next reminder", () => {
  it("comes on days 3, 7 and 14, then weekly, eight times", { tags: ["W-CHS-001"] }, () => {
    expect(follow(asked)).toEqual([
      "2026-11-05",
      "2026-11-09",
      "2026-11-16",
      "2026-11-23",
      "2026-11-30",
      "2026-12-07",
      "2026-12-14",
      "2026-12-21",
      "most_reached",
    ]);
  });

  it(
    "moves past weekends and holidays, and never falls on a day twice",
    { tags: ["W-CHS-002"] },
    () => {
      const holidays = [
        { day: "2026-11-05", name: "One" },
        { day: "2026-11-06", name: "Two" },
      ];
      const days = follow({ ...asked, schedule: { ...schedule, holidays } });
      expect(days.slice(0, 3)).toEqual(["2026-11-09", "2026-11-13", "2026-11-20"]);
      const daily = { ...schedule, firstDays: [1], everyDays: 1, most: 20 };
      const often = follow({ ...asked, schedule: daily });
      expect(new Set(often).size).toBe(often.length);
      expect(often.slice(0, 4)).toEqual(["2026-11-03", "2026-11-05", "2026-11-09", "2026-11-11"]);
    },
  );

  it("waits for the end of a pause, and for the first days after a return", () => {
    const next = (changes: Partial<PlanFacts>, other: Partial<Asked> = {}) =>
      nextReminderOn({ ...asked, ...other, plan: { ...plan, ...changes } });
    expect(next({ pausedUntil: "2026-12-01" })).toEqual({ on: "2026-12-01" });
    expect(next({ resumedOn: "2026-11-16" }, { today: "2026-11-16" })).toEqual({
      on: "2026-11-19",
    });
    expect(next({ lastSentOn: "2026-11-04" })).toEqual({ on: "2026-11-06" });
    expect(next({}, { today: "2026-11-10", isOver: true })).toEqual({ on: "2026-11-11" });
  });

  it(
    "answers a working day from today on, or one reason, whatever it is asked",
    { tags: ["W-CHS-003"] },
    () => {
      const day = fc.integer({ min: 0, max: 400 }).map((after) => addDays("2026-09-01", after));
      const maybe = fc.option(day);
      const anything: fc.Arbitrary<Asked> = fc.record({
        schedule: fc.record({
          isOn: fc.boolean(),
          firstDays: fc
            .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 })
            .map((days) => days.toSorted((a, b) => a - b)),
          everyDays: fc.integer({ min: 1, max: 30 }),
          most: fc.integer({ min: 1, max: 20 }),
          workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
          holidays: fc.array(
            day.map((each) => ({ day: each, name: "" })),
            { maxLength: 90 },
          ),
        }),
        plan: fc.record({
          isOn: fc.boolean(),
          pausedUntil: maybe,
          resumedOn: maybe,
          roundStartedOn: maybe,
          sentInRound: fc.integer({ min: 0, max: 25 }),
          lastScheduledOn: maybe,
          lastSentOn: maybe,
        }),
        openCount: fc.integer({ min: 0, max: 3 }),
        status: fc.constantFrom(...caseStatuses),
        receivers: fc.integer({ min: 0, max: 2 }),
        today: day,
        isOver: fc.boolean(),
      });
      fc.assert(
        fc.property(anything, (each) => {
          const next = nextReminderOn(each);
          if ("stop" in next) return reminderStops.includes(next.stop);
          const first = each.isOver ? addDays(each.today, 1) : each.today;
          return next.on >= first && isWorkingDay(next.on, each.schedule);
        }),
        { numRuns: 2000 },
      );
    },
  );

  it("names the first of several reasons against it", { tags: ["W-CHS-004"] }, () => {
    const all: Asked = {
      ...asked,
      schedule: { ...schedule, isOn: false, workingDays: [] },
      plan: { ...plan, isOn: false, sentInRound: 8 },
      status: "hold",
      openCount: 0,
      receivers: 0,
    };
    const lifted: ((before: Asked) => Asked)[] = [
      (before) => ({ ...before, schedule: { ...before.schedule, isOn: true } }),
      (before) => ({ ...before, plan: { ...before.plan, isOn: true } }),
      (before) => ({ ...before, status: "courier" }),
      (before) => ({ ...before, openCount: 1 }),
      (before) => ({ ...before, receivers: 1 }),
      (before) => ({ ...before, plan: { ...before.plan, sentInRound: 7 } }),
    ];
    let now = all;
    const stops = [nextReminderOn(now)];
    for (const lift of lifted) stops.push(nextReminderOn((now = lift(now))));
    expect(stops).toEqual(reminderStops.map((stop) => ({ stop })));
    for (const status of ["hold", "cancelled", "citizen"] as const)
      expect(nextReminderOn({ ...asked, status })).toEqual({ stop: "case_status" });
  });

  it(
    "looks at sixty days, the first of which is the day it would be",
    { tags: ["W-CHS-005"] },
    () => {
      const daily = { ...schedule, workingDays: [1, 2, 3, 4, 5, 6, 7] };
      const holidaysOf = (count: number) =>
        Array.from({ length: count }, (_, after) => ({
          day: addDays("2026-11-05", after),
          name: "",
        }));
      const next = (count: number) =>
        nextReminderOn({ ...asked, schedule: { ...daily, holidays: holidaysOf(count) } });
      expect(next(60)).toEqual({ stop: "no_working_day" });
      expect(next(59)).toEqual({ on: addDays("2026-11-05", 59) });
    },
  );
});
