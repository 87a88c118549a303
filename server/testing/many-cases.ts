/** A bureau that has worked for years: cases without anything in them, made by a few statements. */
import { caseStatuses } from "contract/case-status";
import { runtime } from "#server/core/runtime.ts";

/** A statement of the portal must end within 2.5 seconds. */
const AT_ONCE = 500;

/** Called `MANY-1`, `MANY-2` …, of every status, assigned to nobody, older than any other. */
export async function buildManyCases(count: number): Promise<void> {
  for (let first = 1; first <= count; first += AT_ONCE)
    await runtime.pool.query(
      `insert into cases (case_id, title, nationality, gender, status, number_of_applicants, citizenship_fee, updated_at)
       select 'MANY-' || n, 'Archive ' || n, 'British', 'Mr.', s.all_of[1 + n % cardinality(s.all_of)], 1 + n % 7,
         13000000, now() - interval '1 year' - n * interval '1 minute'
       from generate_series($1::int, $2::int) n, (select $3::text[] as all_of) s`,
      [first, Math.min(first + AT_ONCE - 1, count), [...caseStatuses]],
    );
}
