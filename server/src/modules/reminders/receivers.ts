/** Who is reminded: the clients of a case, as far as they want it and their mails arrive. */
import { sql, type SQL } from "drizzle-orm";
import type { UnremindedReason } from "contract/reminders";
import type { Executor } from "#server/database/connection.ts";

export type Person = {
  userId: number | null;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  reason: UnremindedReason | null;
};
export type Receiver = Person & { userId: number };

const isReachable = sql`m.mails_off_at is null and m.reminders_off_at is null and m.undeliverable_at is null`;

const name = sql`coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email)`;

/** A condition on a case `c`: somebody can be reminded. */
export const hasReceivers: SQL = sql`exists (
  select from case_assignments a join users u on u.id = a.user_id
    left join mail_recipients m on m.user_id = u.id
  where a.case_id = c.id and u.role = 'client' and not u.is_admin and u.disabled_at is null and ${isReachable})`;

type Named = { userId: number; name: string };

/** Of several cases: who can be reminded. */
export async function readReceivers(
  executor: Executor,
  caseIds: readonly number[],
): Promise<Map<number, Named[]>> {
  const { rows } = await executor.execute<Named & { caseId: number }>(sql`
    select a.case_id as "caseId", u.id as "userId", ${name} as name
    from case_assignments a join users u on u.id = a.user_id left join mail_recipients m on m.user_id = u.id
    where a.case_id = any(${sql.param([...caseIds])}::integer[])
      and u.role = 'client' and not u.is_admin and u.disabled_at is null and ${isReachable}
    order by name, u.id`);
  const ofCases = Map.groupBy(rows, ({ caseId }) => caseId);
  return new Map(
    [...ofCases].map(([id, people]) => [id, people.map(({ caseId: _case, ...person }) => person)]),
  );
}

export async function countReceivers(
  executor: Executor,
  caseIds: readonly number[],
): Promise<Map<number, number>> {
  const people = await readReceivers(executor, caseIds);
  return new Map([...people].map(([id, ofCase]) => [id, ofCase.length]));
}

/** With who cannot be reminded, and why; nobody who is disabled. */
export async function readPeople(executor: Executor, caseId: number): Promise<Person[]> {
  const { rows } = await executor.execute<Person>(sql`
    select u.id as "userId", u.email, coalesce(u.first_name, '') as "firstName",
      coalesce(u.last_name, '') as "lastName",
      ${name} as name,
      case when m.mails_off_at is not null or m.reminders_off_at is not null then 'reminders_off'
        when m.undeliverable_at is not null then 'undeliverable' end as reason
    from case_assignments a join users u on u.id = a.user_id left join mail_recipients m on m.user_id = u.id
    where a.case_id = ${caseId} and u.role = 'client' and not u.is_admin and u.disabled_at is null
    union all
    select null, i.email, '', '',
      coalesce(nullif(concat_ws(' ', nullif(i.first_name, ''), nullif(i.last_name, '')), ''), i.email),
      'not_registered'
    from case_assignments a join user_invitations i on i.id = a.invitation_id
    where a.case_id = ${caseId} and i.role = 'client' and not i.is_admin and not i.is_used
    order by name, "userId"`);
  return rows;
}

export function isReceiver(person: Person): person is Receiver {
  return person.userId !== null && person.reason === null;
}
