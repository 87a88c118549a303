/** Rows that are derived from others, compared with what they come from. */
import { sql } from "drizzle-orm";

export const wrongCaseRows = sql`select 'List row of case' as about, c.id
  from cases c
  left join case_rows r on r.case_id = c.id
  left join lateral people_of_cases(array[c.id]) p on true
  where (r.status_position, r.applicants_group, r.program, r.nationality, r.updated_at,
      r.people, r.people_count, r.people_group, r.people_sort)
    is distinct from (case_status_position(c.status), case_applicants_group(c.number_of_applicants),
      c.citizenship_program, c.nationality, c.updated_at, p.people, p.people_count, p.people_group, p.people_sort)
  order by c.id`;

const freshCounts = sql`
  select u.id as user_id, m.case_id, count(*)::integer as unread
  from comments m
  join lateral (
    select u.id from users u where u.is_admin or u.role = 'admin'
    union
    select a.user_id from case_assignments a where a.case_id = m.case_id and a.user_id is not null
  ) u on true
  where m.user_id is distinct from u.id
    and not exists (select from comment_read_status s where s.comment_id = m.id and s.user_id = u.id)
  group by u.id, m.case_id`;
export const wrongCounts = sql`
  select coalesce(k.user_id, f.user_id) as user_id, coalesce(k.case_id, f.case_id) as case_id
  from unread_counts k full join (${freshCounts}) f on f.user_id = k.user_id and f.case_id = k.case_id
  where k.unread is distinct from f.unread
    and not exists (select from stale_unread s where s.user_id = coalesce(k.user_id, f.user_id))`;

export const wrongUnreadCounts = sql`select 'Unread messages of user ' || user_id || ' in case' as about,
  case_id as id from (${wrongCounts}) wrong order by user_id, case_id`;
