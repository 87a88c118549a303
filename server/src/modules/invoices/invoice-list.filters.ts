/** Search and filters of the list of invoices, as conditions on its rows. */
import { sql, type SQL } from "drizzle-orm";
import type { InvoiceCountsQuery } from "contract/invoice-lists";
import type { SignedInActor } from "#server/core/actor.ts";
import { patternOf } from "#server/database/needle.ts";
import { END_OF_TITLE } from "./invoice-search-keys.ts";
import { readsAllInvoices } from "./invoices.policy.ts";

type InvoiceFilters = Omit<InvoiceCountsQuery, "groupBy" | "after">;

/** The invoices of an actor who may list them (visibleInvoices). */
export function visibleRows(actor: SignedInActor): SQL[] {
  if (readsAllInvoices(actor)) return [];
  return [
    sql`exists (select from case_assignments a where a.case_id = i.case_id and a.user_id = ${actor.id})`,
  ];
}

/** Every one of them has to hold. */
export function conditionsOf(filters: InvoiceFilters): SQL[] {
  const { q, in: place, stage, status, currency, program, dateFrom, dateTo } = filters;
  const conditions: (SQL | null)[] = [
    q === undefined ? null : contains(q, place === "title"),
    stage === undefined ? null : sql`i.stage = any(${sql.param(stage)}::text[])`,
    status === undefined ? null : sql`i.status = any(${sql.param(status)}::text[])`,
    currency === undefined ? null : sql`i.currency = ${currency}`,
    program === undefined ? null : ofProgram(program),
    dateFrom === undefined ? null : sql`i.date >= ${dateFrom}::date`,
    dateTo === undefined ? null : sql`i.date <= ${dateTo}::date`,
  ];
  return conditions.filter((condition) => condition !== null);
}

export function ofProgram(program: string): SQL {
  return sql`exists (
    select from cases c where c.id = i.case_id and c.citizenship_program = ${program})`;
}

/** The index knows whole keys; what it finds is looked at once more where only a part of the key counts. */
function contains(needle: string, isInTitle: boolean): SQL | null {
  const pattern = patternOf(needle);
  if (pattern === null) return null;
  const inKey = sql`i.search_key like ${pattern}`;
  if (!isInTitle) return inKey;
  return sql`(${inKey} and split_part(i.search_key, ${END_OF_TITLE}, 1) like ${pattern})`;
}
