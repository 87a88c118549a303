/** The whole list of cases of a large portal: its order first, then the cases, a piece at a time. */
import { eq, sql } from "drizzle-orm";
import type { ListedCase } from "contract/cases";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases } from "#server/database/tables/cases.ts";
import { unreadCounts } from "#server/database/tables/unread-counts.ts";
import { userInvitations } from "#server/database/tables/user-invitations.ts";
import { users } from "#server/database/tables/users.ts";
import { visibleCases } from "./cases.policy.ts";
import { selectNamedCases } from "./cases.queries.ts";

export const PIECE_OF_CASES = 1000;

/** Last changed first; the number decides between cases changed in the same moment. */
export async function selectVisibleIds(actor: SignedInActor): Promise<number[]> {
  const { rows } = await runtime.database.execute<{ ids: number[] | null }>(sql`
    select array_agg(${cases.id} order by ${cases.updatedAt} desc, ${cases.id} desc) as ids
    from ${cases} where ${visibleCases(actor) ?? sql`true`}`);
  return rows[0]?.ids ?? [];
}

/** A case that changes while others are sent keeps its place; one that has gone by then is left out. */
export async function* readInPieces(
  actor: SignedInActor,
  ids: readonly number[],
): AsyncGenerator<ListedCase[]> {
  for (let from = 0; from < ids.length; from += PIECE_OF_CASES)
    yield await selectNamedCases(actor, ids.slice(from, from + PIECE_OF_CASES));
}

/**
 * Another text whenever a row of the list may read otherwise. Which transaction has written a row last is told by
 * PostgreSQL itself; people are compared by what is shown of them, since each sign-in writes their rows.
 */
export async function readStateOfList(actor: SignedInActor): Promise<string> {
  const { rows } = await runtime.database.execute<{ state: string }>(sql`
    select encode(sha256(convert_to(concat_ws('|',
      (select string_agg(${cases.id} || ' ' || ${cases}.xmin::text, ',' order by ${cases.id})
        from ${cases} where ${visibleCases(actor) ?? sql`true`}),
      (select string_agg(${caseAssignments.id} || ' ' || ${caseAssignments}.xmin::text, ','
        order by ${caseAssignments.id}) from ${caseAssignments}),
      (select string_agg(concat_ws(' ', ${users.id}, to_json(${users.firstName}),
        to_json(${users.lastName}), to_json(${users.email})), ',' order by ${users.id}) from ${users}),
      (select string_agg(${userInvitations.id} || ' ' || ${userInvitations}.xmin::text, ','
        order by ${userInvitations.id}) from ${userInvitations}),
      (select string_agg(${unreadCounts.caseId} || ' ' || ${unreadCounts.unread}, ','
        order by ${unreadCounts.caseId}) from ${unreadCounts}
        where ${eq(unreadCounts.userId, actor.id)})
    ), 'UTF8')), 'hex') as state`);
  return rows[0]?.state ?? "";
}
