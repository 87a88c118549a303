/** All that a list of invoices finds, for whoever takes it out of the portal: how many, and they a thousand at a time. */
import { sql, type SQL } from "drizzle-orm";
import type { InvoicePageQuery } from "contract/invoice-lists";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { where } from "#server/database/keyset.ts";
import { plannedAnew } from "#server/database/statement-names.ts";
import { conditionsOf, visibleRows } from "./invoice-list.filters.ts";
import type { InvoicePlace } from "./invoice-list.order.ts";
import { selectPage } from "./invoice-lists.queries.ts";
import { assertListsInvoices } from "./invoices.policy.ts";
import type { ListedInvoice } from "./invoices.queries.ts";

export type FoundInvoice = ListedInvoice;
type PageOnly = "from" | "after" | "skip" | "limit";
/** A list's query; `only` those of this case. */
export type InvoicesWanted = Omit<InvoicePageQuery, PageOnly> & { only: number | null };

const PIECE = 1000;

export async function countFound(actor: SignedInActor, wanted: InvoicesWanted): Promise<number> {
  assertListsInvoices(actor);
  const { rows } = await runtime.database.execute<{ count: number }>(sql`${plannedAnew}
    select count(*)::integer as count from invoices i ${where(foundBy(actor, wanted))}`);
  return rows[0]?.count ?? 0;
}

/** In the order of the list. */
export async function* readFound(
  actor: SignedInActor,
  wanted: InvoicesWanted,
): AsyncGenerator<FoundInvoice[]> {
  assertListsInvoices(actor);
  const { groupBy, sort, order } = wanted;
  const reading = {
    order: { groupBy, sort, order },
    conditions: foundBy(actor, wanted),
    firstSection: 0,
    skip: 0,
    limit: PIECE,
  };
  for (let after: InvoicePlace | null = null; ;) {
    const read = await selectPage({ ...reading, after });
    yield read.slice(0, PIECE);
    if (read.length <= PIECE) return;
    after = read[PIECE - 1]?.place ?? null;
  }
}

function foundBy(actor: SignedInActor, wanted: InvoicesWanted): SQL[] {
  const { groupBy: _groups, sort: _sort, order: _order, only, ...filters } = wanted;
  const ofCase = only === null ? [] : [sql`i.case_id = ${only}`];
  return [...visibleRows(actor), ...conditionsOf(filters), ...ofCase];
}
