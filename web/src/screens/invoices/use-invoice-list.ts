import { useDeferredValue, useMemo } from "react";
import type { Invoice } from "contract/invoices";
import {
  groupInvoices,
  invoiceGroupings,
  type InvoiceSortKey,
  prepareInvoiceSearch,
  searchInvoices,
  sortInvoices,
} from "#web/features/invoices/invoice-order.ts";
import { sortOrders, useAddressChoice, useAddressSearch } from "#web/ui/use-address.ts";

const sortKeys = ["invoiceId", "date", "status"] as const satisfies InvoiceSortKey[];

/** Search, groups and order of the invoices screen: by stage, ids descending, until somebody chooses otherwise (I:46, I:47). */
export function useInvoiceList(invoices: readonly Invoice[]) {
  const [search, setSearch] = useAddressSearch();
  const [groupBy, setGroupBy] = useAddressChoice("group", invoiceGroupings, "stage");
  const [sortBy, setSortBy] = useAddressChoice("sort", sortKeys, "invoiceId");
  const [order, setOrder] = useAddressChoice("order", sortOrders, "desc");
  const wanted = useDeferredValue(search);
  const prepared = useMemo(() => prepareInvoiceSearch(invoices), [invoices]);
  const found = useMemo(() => searchInvoices(prepared, wanted), [prepared, wanted]);
  const groups = useMemo(
    () =>
      groupInvoices(sortInvoices(found, { by: sortBy, isDescending: order === "desc" }), groupBy),
    [found, groupBy, sortBy, order],
  );
  return {
    found: found.length,
    groups,
    controls: {
      search: { value: search, onValueChange: setSearch },
      group: { value: groupBy, onValueChange: setGroupBy },
      sort: { value: sortBy, onValueChange: setSortBy },
      order: { value: order, onValueChange: setOrder },
    },
  };
}
