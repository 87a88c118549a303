/** Search and filters of the list of cases, as conditions on its rows. */
import { sql, type SQL } from "drizzle-orm";
import type { CaseCountsQuery } from "contract/case-lists";
import { statusPosition } from "contract/case-order";
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import { addDays } from "contract/days";
import { fold } from "contract/fold";
import { hasFullAccess, isStaff, type SignedInActor } from "#server/core/actor.ts";
import { staffOnly } from "#server/core/errors.ts";
import { bureauToday, startOfBureauDay } from "#server/database/bureau-clock.ts";
import { patternOf } from "#server/database/needle.ts";
import { needsAttention } from "./listed-readiness.ts";

export type CaseFilters = Omit<CaseCountsQuery, "groupBy" | "after">;

/** The rows of the cases that this actor sees (visibleCases). */
export function visibleRows(actor: SignedInActor): SQL[] {
  if (hasFullAccess(actor)) return [];
  return [isAssigned(sql`a.user_id = ${actor.id}`)];
}

/** Every one of them has to hold. */
export function conditionsOf(actor: SignedInActor, filters: CaseFilters): SQL[] {
  const { q, status, program, adviser, nationality, attention } = filters;
  const { unread, updatedWithin, untouchedFor } = filters;
  if (attention !== undefined && !isStaff(actor)) throw staffOnly();
  const conditions: (SQL | null)[] = [
    q === undefined ? null : contains(q),
    status === undefined ? null : hasStatus(status.map(statusPosition)),
    program === undefined ? null : sql`r.program = ${program}`,
    adviser === undefined ? null : isAssigned(isPerson(adviser, actor)),
    nationality === undefined ? null : sql`r.nationality = ${nationality}`,
    attention === undefined ? null : needsAttention,
    unread === undefined ? null : hasUnread(actor.id),
    updatedWithin === undefined ? null : sql`r.updated_at >= ${daysAgo(updatedWithin)}`,
    untouchedFor === undefined ? null : sql`r.updated_at < ${daysAgo(untouchedFor)}`,
  ];
  return conditions.filter((condition) => condition !== null);
}

/** A search in parts that share no row, each of which an index answers; none: everything is found. */
export function branchesOf(needle: string | undefined): SQL[] {
  const found = needle === undefined ? null : findIn(needle);
  if (found === null) return [];
  const { inKey, statuses } = found;
  if (statuses.length === 0) return [inKey];
  return [
    ...statuses.map((position) => sql`r.status_position = ${position}::smallint`),
    sql`${inKey} and not ${hasStatus(statuses)}`,
  ];
}

/**
 * Contains, over folded texts: in the key of the row, or in what its status is called. The status is not in the key, so
 * that moving a case writes no index of letters.
 */
export function contains(needle: string): SQL | null {
  const found = findIn(needle);
  if (found === null) return null;
  const { inKey, statuses } = found;
  return statuses.length === 0 ? inKey : sql`(${inKey} or ${hasStatus(statuses)})`;
}

/** Null when everything is found. */
function findIn(needle: string): { inKey: SQL; statuses: number[] } | null {
  const folded = fold(needle);
  if (folded === "") return null;
  const statuses = caseStatuses.filter((status) =>
    [status, caseStatusTexts[status].label].some((text) => fold(text).includes(folded)),
  );
  if (statuses.length === caseStatuses.length) return null;
  return {
    inKey: sql`r.search_key like ${patternOf(needle)}`,
    statuses: statuses.map(statusPosition),
  };
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
