/** Many rows at once: what one statement of the database makes, no loop has to. */
import { runtime } from "server/src/core/runtime.ts";
import { buildUser } from "server/testing/factories/users.ts";

/** A statement of the portal must end within 2.5 seconds, and these are no exception. */
const CASES_PER_STATEMENT = 100;

/** Cases in every status, with two people each, and every tenth message unread by the admin. */
export async function fillCases(wish: {
  from: number;
  to: number;
  adminId: number;
  commentsPerCase: number;
}): Promise<void> {
  if (wish.to <= wish.from) return;
  const people = await Promise.all(
    ["Layla", "Omar", "Ivan", "Chen"].map((firstName) => buildUser({ firstName })),
  );
  const personIds = people.map((person) => person.id);
  for (let first = wish.from + 1; first <= wish.to; first += CASES_PER_STATEMENT) {
    const last = Math.min(first + CASES_PER_STATEMENT - 1, wish.to);
    await fillSomeCases({ ...wish, first, last, personIds });
    // Without it the checks of foreign keys go on as planned for empty tables.
    if (first === wish.from + 1) await runtime.pool.query("analyze cases, comments");
  }
  await settle(["cases", "case_assignments", "comments", "comment_read_status"]);
}

type Batch = {
  first: number;
  last: number;
  adminId: number;
  commentsPerCase: number;
  personIds: number[];
};

/** Family names change out of step with the codes: of a hundred codes that PostgreSQL keeps each has to have its turn. */
async function fillSomeCases(batch: Batch): Promise<void> {
  const { first, last, adminId, commentsPerCase, personIds } = batch;
  const { rows } = await runtime.pool.query<{ id: number }>(
    `insert into cases (case_id, title, description, nationality, citizenship_program, gender, status, created_by,
       number_of_applicants, citizenship_fee, updated_at)
     select 'BENCH-' || lpad(n::text, 6, '0'),
       (array['Haddad','Rossi','Okafor','Petrov','Nakamura','García','Lindqvist','الحسن'])[1 + (n * 5 + n / 8) % 8] || ' ' || n
         || ' - Citizenship',
       'Family application, opened by the bureau for the specimen family number ' || n || '.',
       (array['British','Lebanese','Nigerian','Indian'])[1 + n % 4],
       (array['vanuatu','nauru'])[1 + n % 2], (array['Mr.','Ms.'])[1 + n % 2],
       (array['onboarding','due_diligence_fiu_first_stage','citizenship_application_second_stage','bank_clearance',
         'issuance_of_citizenship_certificate','oath_ceremony_coordination','national_id_and_birth_registration',
         'passport_production','courier','hold','cancelled','citizen'])[1 + n % 12],
       $3, 1 + n % 5, 13000000, now() - n * interval '1 minute'
     from generate_series($1::int, $2::int) n
     returning id`,
    [first, last, adminId],
  );
  const caseIds = rows.map((row) => row.id);
  await runtime.pool.query(
    `insert into case_assignments (case_id, user_id)
     select case_id, person from unnest($1::int[]) case_id, unnest($2::int[]) person
     where (case_id + person) % 2 = 0`,
    [caseIds, personIds],
  );
  await runtime.pool.query(
    `with said as (
       insert into comments (case_id, user_id, message)
       select case_id, $2, 'A message about the papers of this family, number ' || n
       from unnest($1::int[]) case_id, generate_series(1, $4::int) n
       returning id
     )
     insert into comment_read_status (comment_id, user_id)
     select id, $3 from said where id % 10 <> 0`,
    [caseIds, personIds[0], adminId, commentsPerCase],
  );
}

export async function fillInvoices(wish: { from: number; to: number }): Promise<void> {
  if (wish.to <= wish.from) return;
  await runtime.pool.query(
    `insert into invoices (invoice_id, case_id, case_title, stage, usd_fee, total_fee, date, status)
     select 'S1-BENCH-' || lpad(n::text, 6, '0'), cases.id, cases.title,
       (array['Stage 1','Stage 2','Add On','Post Citizenship'])[1 + n % 4], 1800000, 1800000,
       date '2026-01-01' + n % 300,
       (array['Sent','Paid by client','Funds Processed','Completed','Cancelled'])[1 + n % 5]
     from generate_series($1::int, $2::int) n
     join cases on cases.case_id = 'BENCH-' || lpad((1 + n % 200)::text, 6, '0')`,
    [wish.from + 1, wish.to],
  );
  await settle(["invoices"]);
}

/** The database tidies up after so many rows by itself within minutes; a measurement cannot wait. */
export async function settle(tables: readonly string[]): Promise<void> {
  for (const table of tables) await runtime.pool.query(`vacuum analyze ${table}`);
}
