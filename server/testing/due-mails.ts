/** Many people with something new in a case each, and the timers of their mails. */
import { runtime } from "#server/core/runtime.ts";

/** A statement of the portal must end within 2.5 seconds. */
const AT_ONCE = 500;

type Due = { from?: number; count: number; dueAt: Date };

/** Their addresses are `told-1@family.example` and so on. */
export async function buildDueMails({ from = 1, count, dueAt }: Due): Promise<void> {
  const end = from + count - 1;
  for (let first = from; first <= end; first += AT_ONCE)
    await runtime.pool.query(timed, [
      first,
      Math.min(first + AT_ONCE - 1, end),
      dueAt.toISOString(),
    ]);
}

const timed = `
  with people as (
    insert into users (email, password, first_name, last_name, role)
    select 'told-' || n || '@family.example', 'no password', 'Client', n::text, 'client'
    from generate_series($1::int, $2::int) n returning id, last_name
  ), told as (
    insert into cases (case_id, title, nationality, gender, citizenship_fee)
    select 'TOLD-' || n, 'Family ' || n || ' - Citizenship', 'British', 'Mr.', 13000000
    from generate_series($1::int, $2::int) n returning id, case_id
  ), pairs as (
    insert into case_assignments (case_id, user_id)
    select told.id, people.id from told join people on told.case_id = 'TOLD-' || people.last_name
    returning case_id, user_id
  ), news as (
    insert into notifications (user_id, case_id, kind, count, data, first_at, last_at, mail)
    select user_id, case_id, 'message', 2, '{"about":[]}', $3::timestamptz, $3::timestamptz, 'soon' from pairs
  )
  insert into notification_timers (user_id, case_id, due_at)
  select user_id, case_id, $3::timestamptz from pairs`;

/** Of one person in one case; every second one is unread. */
export async function buildManyNotifications(
  count: number,
  { userId, caseId }: { userId: number; caseId: number },
): Promise<void> {
  for (let first = 1; first <= count; first += 20 * AT_ONCE)
    await runtime.pool.query(
      `insert into notifications (user_id, case_id, kind, count, data, first_at, last_at, read_at)
       select $1::int, $2::int, 'status_changed', 1, '{"about":[],"status":"courier"}', at, at,
         case when n % 2 = 0 then at end
       from generate_series($3::int, $4::int) n, lateral (select now() - n * interval '1 second') as t(at)`,
      [userId, caseId, first, Math.min(first + 20 * AT_ONCE - 1, count)],
    );
}
