/** Who hears which notice, judged when it is delivered: by then a person may have lost a case. */
import { and, eq, inArray } from "drizzle-orm";
import type { LiveUpdate } from "contract/session";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import type { Audience, Notice } from "./announce.ts";
import type { Stream } from "./open-streams.ts";

export async function receiversOf(
  audience: Audience,
  open: readonly Stream[],
): Promise<readonly Stream[]> {
  const assigned =
    typeof audience === "object" && "caseId" in audience
      ? await assignedAmong(audience.caseId, open)
      : new Set<number>();
  return open.filter(({ actor }) => hears(actor, audience, assigned.has(actor.id)));
}

/** The queries and rows that these notices name for this person. */
export async function heardBy(
  actor: SignedInActor,
  notices: readonly Notice[],
): Promise<LiveUpdate> {
  const caseIds = notices.flatMap(({ audience }) => caseOf(audience) ?? []);
  const assigned = await casesAmong(actor, caseIds);
  const heard = notices.filter(({ audience }) =>
    hears(actor, audience, assigned.has(caseOf(audience) ?? 0)),
  );
  const keys = [...new Set(heard.flatMap((notice) => notice.keys))];
  const rows = new Map(
    heard.flatMap((notice) => notice.rows ?? []).map((row) => [JSON.stringify(row), row]),
  );
  return rows.size === 0 ? { keys } : { keys, rows: [...rows.values()] };
}

function hears(actor: SignedInActor, audience: Audience, isAssigned: boolean): boolean {
  if (audience === "everyone") return true;
  if (audience === "admins") return actor.isAdmin;
  if ("userId" in audience) return actor.id === audience.userId;
  if ("userIds" in audience) return audience.userIds.includes(actor.id);
  if (actor.isAdmin) return true;
  if (audience.isHiddenFromClients === true && actor.role === "client") return false;
  if (audience.isForStaff === true && actor.role !== "agent") return false;
  return isAssigned || (audience.withAccountants === true && actor.role === "accountant");
}

function caseOf(audience: Audience): number | null {
  return typeof audience === "object" && "caseId" in audience ? audience.caseId : null;
}

async function assignedAmong(caseId: number, open: readonly Stream[]): Promise<Set<number>> {
  const people = new Set(open.filter(({ actor }) => !actor.isAdmin).map(({ actor }) => actor.id));
  if (people.size === 0) return people;
  const rows = await runtime.database
    .select({ userId: caseAssignments.userId })
    .from(caseAssignments)
    .where(and(eq(caseAssignments.caseId, caseId), inArray(caseAssignments.userId, [...people])));
  return new Set(rows.flatMap(({ userId }) => userId ?? []));
}

async function casesAmong(
  actor: SignedInActor,
  caseIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (caseIds.length === 0 || actor.isAdmin) return new Set();
  const rows = await runtime.database
    .select({ caseId: caseAssignments.caseId })
    .from(caseAssignments)
    .where(
      and(
        eq(caseAssignments.userId, actor.id),
        inArray(caseAssignments.caseId, [...new Set(caseIds)]),
      ),
    );
  return new Set(rows.map(({ caseId }) => caseId));
}
