/** What is wrong with derived rows can be put right: they are derived again. */
import { sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { wrongCaseRows, wrongCounts } from "#server/operations/integrity-check/derived-rows.ts";
import type { Finding, FindingKind } from "#server/operations/integrity-check/finding.ts";

const derivedKinds: readonly FindingKind[] = ["caseRowWrong", "unreadWrong"];

/** Answers whether there was something to put right. */
export async function repairDerivedRows(findings: readonly Finding[]): Promise<boolean> {
  if (!findings.some(({ kind }) => derivedKinds.includes(kind))) return false;
  const { database } = runtime;
  // The key is folded by the portal, which looks for rows without one.
  await database.execute(sql`
    with wrong as (select id from (${wrongCaseRows}) found)
    insert into case_rows (case_id, status_position, applicants_group, program, nationality, updated_at,
      people, people_count, people_group, people_sort)
    select c.id, case_status_position(c.status), case_applicants_group(c.number_of_applicants),
      c.citizenship_program, c.nationality, c.updated_at, p.people, p.people_count, p.people_group, p.people_sort
    from cases c join wrong on wrong.id = c.id join lateral people_of_cases(array[c.id]) p on true
    on conflict (case_id) do update set status_position = excluded.status_position,
      applicants_group = excluded.applicants_group, program = excluded.program,
      nationality = excluded.nationality, updated_at = excluded.updated_at, people = excluded.people,
      people_count = excluded.people_count, people_group = excluded.people_group,
      people_sort = excluded.people_sort, search_key = null`);
  await database.execute(sql`
    select recount_unread(user_id, array_agg(case_id)) from (${wrongCounts}) wrong group by user_id`);
  return true;
}
