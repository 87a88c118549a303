/** How long cases stay in a status, from the rows that close each stay (S-48, D-146). */
import { asc, count, desc, sql, type SQL } from "drizzle-orm";
import type { TransitionStatistic } from "contract/analytics";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { caseStatusHistory } from "#server/database/tables/case-status-history.ts";
import { assertReadsAnalytics } from "./analytics.policy.ts";
import { durationText } from "./duration-text.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The fastest and the slowest call (D-147). */
const RANKED = 10;

const { fromStatus, toStatus, durationMs } = caseStatusHistory;
const transitions = count();
const averageMs = sql<number>`avg(${durationMs})::float8`;
/** Among equals by name, so that the order never changes between two looks. */
const byName = [asc(fromStatus), asc(toStatus)];

/** All pairs, most transitions first (D-147). */
export async function listAverages(actor: SignedInActor): Promise<TransitionStatistic[]> {
  assertReadsAnalytics(actor);
  return listTransitions(desc(transitions), null);
}

export async function listFastest(actor: SignedInActor): Promise<TransitionStatistic[]> {
  assertReadsAnalytics(actor);
  return listTransitions(asc(averageMs), RANKED);
}

export async function listSlowest(actor: SignedInActor): Promise<TransitionStatistic[]> {
  assertReadsAnalytics(actor);
  return listTransitions(desc(averageMs), RANKED);
}

export async function getTotal(actor: SignedInActor): Promise<number> {
  assertReadsAnalytics(actor);
  return runtime.database.$count(caseStatusHistory);
}

async function listTransitions(order: SQL, limit: number | null): Promise<TransitionStatistic[]> {
  const query = runtime.database
    .select({ fromStatus, toStatus, totalTransitions: transitions, averageMs })
    .from(caseStatusHistory)
    .groupBy(fromStatus, toStatus)
    .orderBy(order, ...byName)
    .$dynamic();
  const rows = await (limit === null ? query : query.limit(limit));
  return rows.map(({ averageMs: average, ...pair }) => ({
    ...pair,
    formattedDuration: durationText(average),
    avgDays: average / DAY_MS,
    avgHours: average / HOUR_MS,
  }));
}
