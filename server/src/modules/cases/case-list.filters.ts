/** Search and filters of the list of cases, as conditions on its rows. */
import { sql, type SQL } from "drizzle-orm";
import type { CaseCountsQuery } from "contract/case-lists";
import { statusPosition } from "contract/case-order";
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import { addDays } from "contract/days";
import { fold, searchKey } from "contract/fold";
import { hasFullAccess, type SignedInActor } from "#server/core/actor.ts";
import { bureauToday, startOfBureauDay } from "#server/database/bureau-clock.ts";

export type CaseFilters = Omit<CaseCountsQuery, "groupBy" | "after">;

/** The rows of the cases that this actor sees (visibleCases). */
export function visibleRows(actor: SignedInActor): SQL[] {
  if (hasFullAccess(actor)) return [];
  return [isAssigned(sql`a.user_id = ${actor.id}`)];
}

/** Every one of them has to hold. */
export function conditionsOf(actor: SignedInActor, filters: CaseFilters): SQL[] {
  const { q, status, program, adviser, nationality, unread, updatedWithin, untouchedFor } = filters;
  const conditions: (SQL | null)[] = [
    q === undefined ? null : contains(q),
    status === undefined ? null : hasStatus(status.map(statusPosition)),
    program === undefined ? null : sql`r.program = ${program}`,
    adviser === undefined ? null : isAssigned(isPerson(adviser, actor)),
    nationality === undefined ? null : sql`r.nationality = ${nationality}`,
    unread === undefined ? null : hasUnread(actor.id),
    updatedWithin === undefined ? null : sql`r.updated_at >= ${daysAgo(updatedWithin)}`,
    untouchedFor === undefined ? null : sql`r.updated_at < ${daysAgo(untouchedFor)}`,
  ];
  return conditions.filter((condition) => condition !== null);
}

/** Contains, over folded texts; null where everything does. */
export function contains(needle: string): SQL | null {
  const ways = waysToContain(needle);
  return ways.length === 0 ? null : sql`(${sql.join(ways, sql` or `)})`;
}

/**
 * The ways in which a row can hold the needle, no two at once: by what its status is called, each status by itself, or in
 * its key. A page reads each in its order and ends where it is full. The status is not in the key, so that moving a case
 * writes no index of letters. None: every row holds it.
 */
export function waysToContain(needle: string): SQL[] {
  const folded = fold(needle);
  if (folded === "") return [];
  const pattern = `%${searchKey([folded]).replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const called = caseStatuses
    .filter((status) =>
      [status, caseStatusTexts[status].label].some((text) => fold(text).includes(folded)),
    )
    .map(statusPosition);
  if (called.length === caseStatuses.length) return [];
  const inKey = sql`r.search_key like ${pattern}`;
  if (called.length === 0) return [inKey];
  return [
    ...called.map((position) => sql`r.status_position = ${position}::smallint`),
    sql`(${inKey} and not ${hasStatus(called)})`,
  ];
}

function hasStatus(positions: readonly number[]): SQL {
  return sql`r.status_position = any(${sql.param([...positions])}::smallint[])`;
}

function isAssigned(who: SQL): SQL {
  return sql`exists (select from case_assignments a where a.case_id = r.case_id and ${who})`;
}

function isPerson(adviser: string, actor: SignedInActor): SQL {
  if (adviser === "me") return sql`a.user_id = ${actor.id}`;
  const [, invitation] = /^invitation-(\d+)$/.exec(adviser) ?? [];
  // Numbers beyond those of records name nobody.
  return invitation === undefined
    ? sql`a.user_id = ${adviser}::bigint`
    : sql`a.invitation_id = ${invitation}::bigint`;
}

function hasUnread(readerId: number): SQL {
  return sql`exists (
    select from unread_counts c where c.case_id = r.case_id and c.user_id = ${readerId})`;
}

/** Day 1 is today, from the bureau's midnight on. */
function daysAgo(days: number): SQL {
  const day = addDays(bureauToday(), 1 - days);
  return sql`${startOfBureauDay(day).toISOString()}::timestamptz`;
}
