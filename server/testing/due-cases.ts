/** Many cases of which a paper is missing and whose clients are to be reminded today, made by a few statements. */
import { addDays } from "contract/days";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";

/** A statement of the portal must end within 2.5 seconds. */
const AT_ONCE = 250;
/** The first reminder of the schedule goes out so long after a round has begun. */
const FIRST_DAYS = 3;

/** One client each; the cases are called `DUE-1`, `DUE-2` …, the clients likewise. Answers the cases. */
export async function buildDueCases(count: number, from = 1): Promise<number[]> {
  const today = bureauToday();
  const ids: number[] = [];
  const end = from + count - 1;
  for (let first = from; first <= end; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE - 1, end);
    const { rows } = await runtime.pool.query<{ id: number }>(opened, [first, last]);
    const opening = rows.map(({ id }) => id);
    await runtime.pool.query(
      `insert into checklist_decisions (case_id, title, category)
       select id, 'Deed of the flat', 'other' from unnest($1::int[]) id`,
      [opening],
    );
    await runtime.pool.query(
      `insert into reminder_plans (case_id, round_started_on, next_on)
       select id, $2::date, $3::date from unnest($1::int[]) id`,
      [opening, addDays(today, -FIRST_DAYS), today],
    );
    ids.push(...opening);
  }
  return ids;
}

const opened = `
  with people as (
    insert into users (email, password, first_name, last_name, role)
    select 'due-' || n || '@family.example', 'no password', 'Client', n::text, 'client'
    from generate_series($1::int, $2::int) n returning id, last_name
  ), told as (
    insert into cases (case_id, title, nationality, gender, citizenship_fee)
    select 'DUE-' || n, 'Family ' || n || ' - Citizenship', 'British', 'Mr.', 13000000
    from generate_series($1::int, $2::int) n returning id, case_id
  ), assigned as (
    insert into case_assignments (case_id, user_id)
    select told.id, people.id from told join people on told.case_id = 'DUE-' || people.last_name
  )
  select id from told order by id`;
