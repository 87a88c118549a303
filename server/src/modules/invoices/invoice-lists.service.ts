/** Lists of invoices at any number: a page, the counts, single rows. */
import type {
  InvoiceCounts,
  InvoiceCountsQuery,
  InvoicePage,
  InvoicePageQuery,
  InvoiceRow,
  InvoiceRowsQuery,
} from "contract/invoice-lists";
import { invoiceGroupKey, invoiceGroupKeys, invoiceGroupLabel } from "contract/invoice-order";
import type { SignedInActor } from "#server/core/actor.ts";
import { invoiceAnswer } from "./invoice-answer.ts";
import { conditionsOf, visibleRows } from "./invoice-list.filters.ts";
import { readPlace, refuseGroupCursor, startOfGroup, writePlace } from "./invoice-list.order.ts";
import { countInvoices, selectPage, selectRows } from "./invoice-lists.queries.ts";
import { invoiceKeys } from "./invoice-search-keys.ts";
import { assertListsInvoices } from "./invoices.policy.ts";

export async function page(actor: SignedInActor, query: InvoicePageQuery): Promise<InvoicePage> {
  assertListsInvoices(actor);
  const { groupBy, sort, order: direction, from, after, skip, limit, ...filters } = query;
  const order = { groupBy, sort, order: direction };
  const read = await selectPage({
    order,
    conditions: [...visibleRows(actor), ...conditionsOf(filters)],
    after: after === undefined ? null : readPlace(after, order),
    firstSection: from === undefined ? 0 : startOfGroup(from, order),
    skip,
    limit,
  });
  const last = read[limit - 1];
  return {
    rows: read
      .slice(0, limit)
      .map(({ group, ...invoice }) => ({ ...invoiceAnswer(actor, invoice), group })),
    next: read.length > limit && last !== undefined ? writePlace(last.place) : null,
    preparing: invoiceKeys.missing(),
  };
}

export async function counts(
  actor: SignedInActor,
  query: InvoiceCountsQuery,
): Promise<InvoiceCounts> {
  assertListsInvoices(actor);
  const { groupBy, after, ...filters } = query;
  refuseGroupCursor(after);
  const visible = visibleRows(actor);
  const counted = await countInvoices({ groupBy, visible, conditions: conditionsOf(filters) });
  const countOf = new Map(counted.map(({ key, count }) => [key, count ?? 0]));
  const preparing = counted[0]?.unkeyed ?? 0;
  invoiceKeys.note(preparing);
  const keys = groupBy === "none" ? [] : invoiceGroupKeys[groupBy];
  return {
    total: counted[0]?.total ?? 0,
    found: [...countOf.values()].reduce((sum, count) => sum + count, 0),
    groups: keys
      .map((key) => ({
        key,
        label: invoiceGroupLabel(key, groupBy),
        count: countOf.get(key) ?? 0,
      }))
      .filter(({ count }) => count > 0),
    next: null,
    preparing,
  };
}

export async function rows(
  actor: SignedInActor,
  { ids, groupBy }: InvoiceRowsQuery,
): Promise<InvoiceRow[]> {
  assertListsInvoices(actor);
  const found = await selectRows(actor, ids);
  return found.map((invoice) => {
    const answer = invoiceAnswer(actor, invoice);
    return { ...answer, group: invoiceGroupKey(answer, groupBy) };
  });
}
