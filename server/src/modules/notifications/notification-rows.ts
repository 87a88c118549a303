/** The rows of notifications: how they are written, join each other, shrink and go. */
import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import { users } from "#server/database/tables/users.ts";
import type { Forgetting, Telling } from "#server/events/telling.ts";
import type { Erasure } from "#server/modules/cases/erasures.ts";
import { isAdmin } from "#server/modules/cases/people-of-case.ts";
import { mailOf } from "./mail-choices.ts";

const MOST_NAMED = 20;
/** So long after the last one the next thing of the same kind joins it. */
const TOGETHER = "60 minutes";
/** So long a mail waits for what else happens in the case. */
const MAIL_AFTER_MS = 5 * 60_000;

/** Nobody else tells these people of the case, nor takes it from them, until the transaction ends. */
export async function holdNotifications(
  tx: Executor,
  caseId: number,
  userIds: readonly number[],
): Promise<void> {
  const inOrder = [...new Set(userIds)].toSorted((a, b) => a - b);
  await tx.execute(sql`
    select ${lockOf(caseId)}
    from unnest(${sql.param(inOrder)}::integer[]) with ordinality as held(id, place) order by place`);
}

/** The same of those who are found by a condition on `users`; answers who they are. */
export async function holdNotificationsOf(
  tx: Executor,
  caseId: number,
  which: SQL | undefined,
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with held as materialized (select ${users.id} from ${users} where ${which} order by ${users.id})
    select id, ${lockOf(caseId)} from held`);
  return rows.map(({ id }) => id);
}

function lockOf(caseId: number): SQL {
  return sql`pg_advisory_xact_lock(hashtextextended('notice ' || id || ' ' || ${caseId}::integer, 0))`;
}

type Writing = Omit<Telling, "to" | "caseId"> & {
  caseId: number | null;
  actorId: number | null;
  /** When it happened. */
  at: string;
  /** A condition on `users`. */
  to: SQL;
};

/** Of a row that was written: for whom, and when a mail of its case is due that was not due before. */
export type Written = { userId: number; mailAt: string | null };

/** Joins what is unread, in no mail and young enough; answers whom it was written for. */
export async function writeNotifications(
  tx: Transaction,
  { caseId, kind, actorId, at, about, status, phase, to }: Writing,
): Promise<Written[]> {
  const now = sql`${runtime.clock.now().toISOString()}::timestamptz`;
  const changes = about.filter(({ isChange }) => isChange).length;
  const rest = {
    ...(status !== undefined && { status }),
    ...(phase !== undefined && { phase }),
    ...(kind === "document_reviewed" && { changes }),
  };
  const named = json(about.slice(-MOST_NAMED));
  const mailAt = new Date(Date.parse(at) + MAIL_AFTER_MS).toISOString();
  const { rows } = await tx.execute<{ userId: number; isTimed: boolean }>(sql`
    with receivers as materialized (
      select ${users.id}, ${mailOf(sql`${kind}::text`)} as mail from ${users} where ${to} order by ${users.id}
    ), joined as (
      update notifications n set count = n.count + ${about.length}, last_at = ${now}, mail = r.mail,
        data = n.data || ${json(rest)} || jsonb_build_object(
          'about', jsonb_path_query_array((n.data -> 'about') || ${named}, ${`$[last - ${MOST_NAMED - 1} to last]`}::jsonpath))
          || case when n.data ? 'changes'
            then jsonb_build_object('changes', (n.data ->> 'changes')::integer + ${changes}::integer) else '{}' end
      from receivers r
      where n.user_id = r.id and n.case_id is not distinct from ${caseId}::integer and n.kind = ${kind}
        and n.data ->> 'phase' is not distinct from ${phase ?? null}::text
        and n.actor_id is not distinct from ${actorId}::integer
        and n.read_at is null and n.mailed_at is null and n.last_at > ${now} - ${TOGETHER}::interval
      returning n.user_id, n.mail
    ), added as (
      insert into notifications (user_id, case_id, kind, actor_id, count, data, first_at, last_at, mail)
      select r.id, ${caseId}::integer, ${kind}, ${actorId}::integer, ${about.length},
        ${json({ about: about.slice(-MOST_NAMED), ...rest })}, ${now}, ${now}, r.mail
      from receivers r where r.id not in (select user_id from joined)
      order by r.id
      returning user_id, mail
    ), written as (select * from joined union all select * from added),
    timed as (
      insert into notification_timers (user_id, case_id, due_at)
      select user_id, ${caseId ?? 0}::integer, ${mailAt}::timestamptz from written where mail = 'soon'
      on conflict do nothing returning user_id
    )
    select user_id as "userId", user_id in (select user_id from timed) as "isTimed" from written`);
  return rows.map(({ userId, isTimed }) => ({ userId, mailAt: isTimed ? mailAt : null }));
}

/** Those with a row that tells of such a thing. */
export async function peopleToldOf(
  tx: Transaction,
  caseId: number,
  what: Forgetting,
): Promise<number[]> {
  const { rows } = await tx.execute<{ userId: number }>(sql`
    select distinct n.user_id as "userId" from notifications n
    where ${tellsOf(caseId, what)} and exists (
      select from jsonb_array_elements(n.data -> 'about') as t(thing) where ${isThing(what)})`);
  return rows.map(({ userId }) => userId);
}

/** Takes these things out of what was told; answers whose rows have changed or gone. */
export async function shrink(tx: Transaction, caseId: number, what: Forgetting): Promise<number[]> {
  const { rows } = await tx.execute<{ userId: number }>(sql`
    with told as (
      select n.id, n.count - count(*) filter (where ${isThing(what)}) as left,
        count(*) filter (where ${isThing(what)} and t.thing ? 'isChange') as changes,
        coalesce(jsonb_agg(t.thing order by t.place) filter (where not ${isThing(what)}), '[]') as about
      from notifications n cross join lateral
        jsonb_array_elements(n.data -> 'about') with ordinality as t(thing, place)
      where ${tellsOf(caseId, what)}
      group by n.id having count(*) filter (where ${isThing(what)}) > 0
    ), removed as (
      delete from notifications n using told where n.id = told.id and told.left <= 0 returning n.user_id
    ), changed as (
      update notifications n set count = told.left, data = n.data || jsonb_build_object('about', told.about)
        || case when n.data ? 'changes'
          then jsonb_build_object('changes', greatest((n.data ->> 'changes')::integer - told.changes, 0)) else '{}' end
      from told where n.id = told.id and told.left > 0 returning n.user_id
    )
    select user_id as "userId" from removed union select user_id from changed`);
  return rows.map(({ userId }) => userId);
}

function tellsOf(caseId: number, { kinds, keptByAdmins }: Forgetting): SQL {
  const isConcerned = sql`exists (
    select from ${users} where ${users.id} = n.user_id and not ${isAdmin})`;
  return sql`n.case_id = ${caseId} and n.kind = any(${sql.param([...kinds])}::text[])
    and ${keptByAdmins ? isConcerned : sql`true`}`;
}

function isThing({ by, values }: Forgetting): SQL {
  return sql`coalesce((t.thing ->> ${by}::text) = any(${sql.param(values.map(String))}::text[]), false)`;
}

/** Whoever has lost a case. The same lock as whoever tells: nothing is written behind it. */
export async function removeOfPerson(
  tx: Transaction,
  { caseId, userId }: { caseId: number; userId: number },
): Promise<void> {
  await holdNotifications(tx, caseId, [userId]);
  await tx
    .delete(notifications)
    .where(and(eq(notifications.caseId, caseId), eq(notifications.userId, userId)));
}

/** With the papers of a closed case; they are no records that anybody kept. */
export const eraseOfCase: Erasure = async (tx, _actor, { id }) => {
  await tx.delete(notifications).where(inArray(notifications.caseId, [id]));
  return 0;
};

function json(value: unknown): SQL {
  return sql`${JSON.stringify(value)}::jsonb`;
}
