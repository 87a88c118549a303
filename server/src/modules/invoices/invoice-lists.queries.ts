/** Pages, counts and single rows of the list of invoices. */
import { eq, inArray, sql, type SQL } from "drizzle-orm";
import type { InvoiceGrouping, InvoiceOrder } from "contract/invoice-order";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { readInstant } from "#server/database/columns.ts";
import { orderBy, rangesAfter, where } from "#server/database/keyset.ts";
import { plannedAnew } from "#server/database/statement-names.ts";
import { cases } from "#server/database/tables/cases.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { type InvoicePlace, partsOf, sectionsOf, valueColumnOf } from "./invoice-list.order.ts";
import { type ListedInvoice, listInvoices, shownOfCase } from "./invoices.queries.ts";

type PageReading = {
  order: InvoiceOrder;
  conditions: readonly SQL[];
  /** Behind this place, or from the first row of a section on. */
  after: InvoicePlace | null;
  firstSection: number;
  skip: number;
  limit: number;
};

export type PlacedInvoice = ListedInvoice & { group: string | null; place: InvoicePlace };

/** One more than asked for tells whether there are more. */
export async function selectPage(reading: PageReading): Promise<PlacedInvoice[]> {
  const { order, skip, limit } = reading;
  const sections = sectionsOf(order);
  const rows = await runtime.database
    .select({
      row: invoices,
      caseFile: shownOfCase,
      section: sql<number>`i.section`,
      value: sql<string | number | null>`i.value`,
      code: sql<string>`i.code_sort`,
    })
    .from(sql`${plannedAnew} (
      select *, ${valueColumnOf(order.sort)} as value from (${sql.join(piecesOf(reading), sql` union all `)}) i
      order by i.section, ${orderBy(partsOf(order))} offset ${skip} limit ${limit + 1}) i`)
    .innerJoin(invoices, eq(invoices.id, sql`i.id`))
    .innerJoin(cases, eq(cases.id, invoices.caseId))
    .orderBy(sql`i.section`, orderBy(partsOf(order)));
  return rows.map(({ row, caseFile, section, value, code }) => ({
    row,
    caseFile,
    group: sections[section]?.group ?? null,
    place: { section, value: readValue(value, order), code, id: row.id },
  }));
}

/** Each is read in the order of an index, and no further than the page may need. */
function piecesOf({ order, conditions, after, firstSection, skip, limit }: PageReading): SQL[] {
  const parts = partsOf(order);
  const first = after?.section ?? firstSection;
  return sectionsOf(order).flatMap(({ condition }, section) => {
    if (section < first) return [];
    const ranges =
      after?.section === section
        ? rangesAfter(
            parts,
            parts.map((part) => part.valueOf(after)),
          )
        : [sql`true`];
    return ranges.map(
      (range) => sql`(
      select i.id, i.code_sort, i.date, i.created_at, i.total_fee, ${section}::integer as section
      from invoices i ${where([condition, range, ...conditions])}
      order by ${orderBy(parts)} limit ${skip + limit + 1})`,
    );
  });
}

function readValue(value: string | number | null, { sort }: InvoiceOrder): string | number | null {
  if (value === null) return null;
  if (sort === "amount") return Number(value);
  return sort === "created" ? readInstant(String(value)) : value;
}

export async function selectRows(
  actor: SignedInActor,
  ids: readonly number[],
): Promise<ListedInvoice[]> {
  return listInvoices(runtime.database, actor, inArray(invoices.id, [...ids]));
}

type Counted = { total: number; unkeyed: number; key: string | null; count: number | null };

type Counting = {
  groupBy: InvoiceGrouping;
  visible: readonly SQL[];
  conditions: readonly SQL[];
};

/** A line for each group; without groups one line for all that is found. */
export async function countInvoices({
  groupBy,
  visible,
  conditions,
}: Counting): Promise<Counted[]> {
  const { rows } = await runtime.database.execute<Counted>(sql`${plannedAnew}
    with counted as (
      select ${groupKeys[groupBy]} as key, count(*)::integer as count
      from invoices i ${groupBy === "program" ? sql`join cases g on g.id = i.case_id` : sql``}
      ${where([...visible, ...conditions])} group by 1
    )
    select counted.key, counted.count,
      (select count(*)::integer from invoices i ${where(visible)}) as total,
      (select count(*)::integer from invoices where search_key is null) as unkeyed
    from (values (1)) one left join counted on true`);
  return rows;
}

const groupKeys: Record<InvoiceGrouping, SQL> = {
  none: sql`'all'::text`,
  stage: sql`i.stage`,
  program: sql`g.citizenship_program`,
  currency: sql`i.currency`,
  status: sql`i.status`,
};
