/**
 * What each call of the contract may cost: statement-budget.json names for every endpoint the most round trips to the
 * database, begin and commit included, and the most statements that are not prepared. A call that grows fails here.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openForEverybody, openFixtures, type People } from "./endpoint-fixtures.ts";
import { type Enrolled, enrolledEndpoints, sendEnrolled } from "./enrolled-endpoints.ts";
import { letNoSessionSlide } from "./no-slide.ts";
import { permissionsOf } from "./permissions-matrix.ts";
import budgets from "./statement-budget.json" with { type: "json" };
import {
  countStatements,
  makeStatementsCountable,
  type StatementCount,
} from "./statement-counter.ts";
import type { TestApp } from "./test-app.ts";

type Budget = { call: string; roundTrips: number; unprepared: number; why?: string };

let portal: TestApp;
let people: People;

beforeAll(async () => {
  makeStatementsCountable();
  ({ portal, people } = await openForEverybody());
});
afterAll(() => portal.close());

const callers = ["admin", "agentAssigned", "automationKey"] as const;
/** The first rounds tell PostgreSQL what comes again. */
const MOST_ROUNDS = 8;

/** One call of each caller who may make it. */
async function measure(enrolled: Enrolled): Promise<StatementCount> {
  const { method, path } = enrolled.endpoint;
  const worst: StatementCount = { roundTrips: 0, unprepared: [] };
  for (const caller of callers) {
    if (permissionsOf(method, path).expected[caller].status >= 300) continue;
    const counted = await measureOnce(enrolled, caller);
    worst.roundTrips = Math.max(worst.roundTrips, counted.roundTrips);
    if (counted.unprepared.length > worst.unprepared.length) worst.unprepared = counted.unprepared;
  }
  return worst;
}

async function measureOnce(enrolled: Enrolled, caller: (typeof callers)[number]) {
  const fixtures = await openFixtures(portal, people, caller);
  const recipe = await enrolled.prepare(fixtures);
  await (recipe.client ?? fixtures.client).csrfToken();
  await letNoSessionSlide();
  // What creates is pressed once.
  const once = enrolled.endpoint.status === 201 ? crypto.randomUUID() : undefined;
  const headers = { ...recipe.headers, ...(once === undefined ? {} : { "idempotency-key": once }) };
  return countStatements(async () => {
    const prepared = { ...enrolled, prepare: () => ({ ...recipe, headers }) };
    const { status, body } = await sendEnrolled(fixtures, prepared);
    // A refusal costs less than what was asked for.
    expect(status, JSON.stringify(body)).toBeLessThan(400);
  });
}

/** Of a reading, of a change, and of an upload; what needs more says why. */
function goalOf({ endpoint }: Enrolled): number {
  if (endpoint.files) return 9;
  // Whoever is given a file is written down.
  return endpoint.method === "GET" && typeof endpoint.response !== "string" ? 3 : 7;
}

const callOf = ({ endpoint }: Enrolled) => `${endpoint.method} ${endpoint.path}`;

describe("what a call asks of the database", () => {
  it("is named for each call, with a reason where it is more than others of its kind need", () => {
    const calls = new Map((budgets as Budget[]).map((budget) => [budget.call, budget]));
    expect([...calls.keys()].toSorted()).toEqual(enrolledEndpoints.map(callOf).toSorted());
    for (const enrolled of enrolledEndpoints) {
      const { roundTrips = 0, unprepared = 0, why } = calls.get(callOf(enrolled)) ?? {};
      const isMore = roundTrips > goalOf(enrolled) || unprepared > 0;
      if (isMore) expect(why, callOf(enrolled)).toBeTypeOf("string");
    }
  });

  it.each(enrolledEndpoints)("$name stays within its budget", async (enrolled) => {
    const budget = (budgets as Budget[]).find(({ call }) => call === callOf(enrolled));
    const { roundTrips = 0, unprepared = 0 } = budget ?? {};
    const isWithin = (used: StatementCount) =>
      used.roundTrips <= roundTrips && used.unprepared.length <= unprepared;
    let used = await measure(enrolled);
    // What comes for the first time, or stands in another's way, is tried again; nothing makes a call cheaper than it is.
    for (let rounds = 1; !isWithin(used) && rounds < MOST_ROUNDS; rounds += 1)
      used = await measure(enrolled);
    const said = { call: callOf(enrolled), ...used, unprepared: used.unprepared.length };
    expect(isWithin(used), `${JSON.stringify(said)}\n${used.unprepared.join("\n")}`).toBe(true);
  });
});

it(
  "gives no list more than three statements beside those of session and door",
  { tags: ["W-LST-052"] },
  () => {
    const lists = [
      "GET /api/cases/page",
      "GET /api/cases/counts",
      "GET /api/cases/rows",
      "GET /api/invoices/page",
      "GET /api/invoices/counts",
      "GET /api/invoices/rows",
      "GET /api/users/page",
      "GET /api/cases/:id/comments/page",
      "GET /api/cases/by-case-id/:caseId/comments/page",
    ];
    for (const list of lists) {
      const budget = (budgets as Budget[]).find(({ call }) => call === list);
      const door = list.includes(":") ? 1 : 0;
      expect(budget?.roundTrips, list).toBeLessThanOrEqual(1 + door + 3);
    }
  },
);
