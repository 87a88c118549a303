/** Thousands of families without papers, for whoever wants to see the lists when they are long. */
import { sql } from "drizzle-orm";
import { clientOf, type Transaction } from "#server/database/connection.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { searchKeys } from "#server/modules/cases/case-rows.jobs.ts";
import { writeMissingKeys } from "#server/modules/cases/search-keys.ts";
import { type DemoPeople, personIn } from "./demo-accounts.ts";

const CASES_PER_STATEMENT = 250;

export async function fillManyCases(count: number, people: DemoPeople): Promise<void> {
  const ids = ["admin", "agent1", "agent2"].map((key) => personIn(people, key).id);
  for (let first = 1; first <= count; first += CASES_PER_STATEMENT) {
    const last = Math.min(first + CASES_PER_STATEMENT - 1, count);
    await inTransaction(async (tx) => {
      await takeYourTime(tx);
      await clientOf(tx).query(someCases, [first, last, ...ids]);
      await writeMissingKeys(tx, CASES_PER_STATEMENT);
    });
  }
  // The families of the story came before them.
  if (count > 0) await searchKeys.fill();
}

/** A statement of the portal must end within 2.5 seconds; nobody waits for these, and the machine may be busy. */
async function takeYourTime(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = '1min'`);
}

const someCases = `
  with made as (
    insert into cases (case_id, title, nationality, citizenship_program, gender, status, created_by,
      number_of_applicants, fiu_fee, citizenship_fee, created_at, updated_at)
    select case n % 2 when 0 then 'VU' else 'NR' end || '-' || 2019 + n % 6 || '-' || lpad((5000 + n)::text, 5, '0'),
      (array['Haddad','Rossi','Okafor','Petrov','Nakamura','García','Lindqvist','الحسن','Mendes','Tanaka','Osei'])[1 + n % 11]
        || ' Family - ' || (array['Vanuatu','Nauru'])[1 + n % 2] || ' Citizenship',
      (array['British','Lebanese','Nigerian','Indian','Brazilian'])[1 + n % 5],
      (array['vanuatu','nauru'])[1 + n % 2], (array['Mr.','Ms.'])[1 + n % 2],
      -- Most of what is years old has come to its end.
      case when n % 3 > 0 then 'citizen' else (array['onboarding','due_diligence_fiu_first_stage',
        'citizenship_application_second_stage','bank_clearance','issuance_of_citizenship_certificate',
        'oath_ceremony_coordination','national_id_and_birth_registration','passport_production','courier','hold',
        'cancelled','citizen'])[1 + n / 3 % 12] end,
      $3::int, 1 + n % 5, 500000, 13000000, now() - (n + 900) * interval '1 hour', now() - n * interval '1 hour'
    from generate_series($1::int, $2::int) n
    returning id
  ), assigned as (
    insert into case_assignments (case_id, user_id) select id, case id % 2 when 0 then $4::int else $5::int end from made
  )
  insert into applicants (case_id, position, full_name, category)
  select id, 0, (array['Amina','Yusuf','Elena','محمد','Chidi','Søren','Mei'])[1 + id % 7] || ' '
      || (array['Haddad','Rossi','Okafor','Petrov','Nakamura'])[1 + id % 5], 'Main Applicant' from made`;
