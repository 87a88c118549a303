/** What stands beside the cases of a portal that has been used for years: people, documents, invoices, entries of search. */
import { runtime } from "server/src/core/runtime.ts";
import { searchKeys } from "server/src/modules/cases/case-rows.jobs.ts";
import { fillSearch } from "server/src/modules/search/search.jobs.ts";
import { settle } from "./fill.ts";

/** A statement of the portal must end within 2.5 seconds. */
const CASES_PER_STATEMENT = 250;

/** Per case 2.5 people, 10 documents and half an invoice; the cases are those that `fillCases` has made. */
export async function fillWorld({ from, to }: { from: number; to: number }): Promise<void> {
  for (let first = from + 1; first <= to; first += CASES_PER_STATEMENT) {
    const codes = [first, Math.min(first + CASES_PER_STATEMENT - 1, to)];
    for (const statement of [people, files, documents, invoices])
      await runtime.pool.query(withCases(statement), codes);
  }
  await searchKeys.fill();
  await fillSearch();
  await settle(["applicants", "documents", "invoices", "search_entries", "case_rows"]);
}

const withCases = (statement: string) => `
  with told as (
    select c.id, c.created_by, c.title, n
    from generate_series($1::int, $2::int) n
    join cases c on c.case_id = 'BENCH-' || lpad(n::text, 6, '0')
  ) ${statement}`;

const people = `
  insert into applicants (case_id, position, full_name, category)
  select id, place, (array['Amina','Yusuf','Elena','محمد','Chidi','Søren','Mei'])[1 + (n + place) % 7] || ' '
      || (array['Haddad','Rossi','Okafor','Petrov','Nakamura','García','Lindqvist','الحسن'])[1 + (n * 5 + n / 8) % 8],
    case place when 0 then 'Main Applicant' else 'Dependent Child' end
  from told, generate_series(0, 1 + n % 2) place`;

/** Rows alone: no list opens a file. */
const files = `
  insert into stored_files (name, storage_key, storage_driver, kind, case_id, mime_type, size, digest, wrapped_key)
  select 'bench-' || id || '-' || place, 'bench/' || id || '/' || place, 'local', 'document', id,
    'application/pdf', 1000, '', ''
  from told, generate_series(1, 10) place`;

const documents = `
  insert into documents (case_id, uploaded_by, file_name, original_name, file_size, mime_type, category, file_path,
    storage_driver, stored_file_id)
  select told.id, told.created_by, f.name, 'Scan ' || place || ' of family ' || n || '.pdf', 1000, 'application/pdf',
    (array['passport','birth','police-origin','cv','other'])[1 + place % 5], f.storage_key, 'local', f.id
  from told, generate_series(1, 10) place, stored_files f where f.name = 'bench-' || told.id || '-' || place`;

const invoices = `
  insert into invoices (invoice_id, case_id, case_title, stage, usd_fee, total_fee, date, status)
  select 'S1-WORLD-' || lpad(n::text, 6, '0'), id, title,
    (array['Stage 1','Stage 2','Add On','Post Citizenship'])[1 + n % 4], 1800000, 1800000,
    date '2026-01-01' + n % 300, (array['Sent','Paid by client','Completed','Cancelled'])[1 + n % 4]
  from told where n % 2 = 0`;
