/** The invoices of a screen as a long list. */
import { type InvoiceCounts, invoiceListsApi, type InvoiceRow } from "contract/invoice-lists";
import { compareInvoices, invoiceGroupKey, type InvoiceOrder } from "contract/invoice-order";
import type { Invoice, InvoiceStage, InvoiceStatus } from "contract/invoices";
import { call, readAhead } from "#web/api/client.ts";
import { KeptLists } from "#web/lists/kept-lists.ts";
import type { ListController } from "#web/lists/list-controller.ts";
import { type ListSource, startQuery } from "#web/lists/list-source.ts";
import type { ListState } from "#web/lists/list-state.ts";

export type InvoiceListChoice = InvoiceOrder & {
  readonly q: string;
  /** Accountants search in code and case title alone (I-ACCT-003). */
  readonly in?: "title";
  readonly stage?: InvoiceStage;
  readonly status?: InvoiceStatus;
};

export type InvoiceController = ListController<InvoiceRow, InvoiceCounts, InvoiceListChoice>;
export type InvoiceList = ListState<InvoiceRow, InvoiceCounts, InvoiceListChoice>;

const kept = new KeptLists<InvoiceRow, InvoiceCounts, InvoiceListChoice>();

export function invoiceController(
  screen: "invoices" | "accountant",
  userId: number,
): InvoiceController {
  return kept.of(screen, userId);
}

/** Shows a change on every screen that holds the invoice, before anything is read anew. */
export function changeInvoice(id: number, change: (invoice: Invoice) => Invoice): void {
  for (const controller of kept.all()) {
    const { shown } = controller.snapshot();
    const row = shown?.rows.at(shown.rows.placeOf(id) ?? -1);
    if (shown === null || row === undefined) continue;
    const changed = change(row);
    controller.expect({ ...changed, group: invoiceGroupKey(changed, shown.choice.groupBy) });
  }
}

export async function rereadInvoices(): Promise<void> {
  await Promise.all(kept.all().map((controller) => controller.reread()));
}

export function invoiceListSource(
  choice: InvoiceListChoice,
): ListSource<InvoiceRow, InvoiceCounts, InvoiceListChoice> {
  const { groupBy, sort, order, q, stage, status } = choice;
  const narrowed = {
    groupBy,
    q: q || undefined,
    in: q === "" ? undefined : choice.in,
    stage,
    status,
  };
  return {
    key: JSON.stringify(choice),
    choice,
    readPage: (start, signal) =>
      readAhead(invoiceListsApi.page, {
        query: { ...narrowed, sort, order, ...startQuery(start) },
        signal,
      }),
    readCounts: (signal) => readAhead(invoiceListsApi.counts, { query: narrowed, signal }),
    readRows: (ids, signal) =>
      call(invoiceListsApi.rows, { query: { ids: ids.join(","), groupBy }, signal }),
    compare: (a, b) => compareInvoices(a, b, choice),
    isNarrowed: q !== "" || stage !== undefined || status !== undefined,
  };
}
