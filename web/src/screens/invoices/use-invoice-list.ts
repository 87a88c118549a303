import { useDeferredValue, useMemo } from "react";
import type { Invoice } from "contract/invoices";
import {
  groupInvoices,
  invoiceGroupings,
  invoiceSortKeys,
  prepareInvoiceSearch,
  searchInvoices,
  sortInvoices,
} from "#web/features/invoices/invoice-order.ts";
import { sortOrders, useAddressChoice, useAddressSearch } from "#web/ui/use-address.ts";

/** Search, groups and order of the invoices screen: by stage, ids descending, until somebody chooses otherwise (I:46, I:47). */
export function useInvoiceList(invoices: readonly Invoice[]) {
  const [search, setSearch] = useAddressSearch();
  const [groupBy, setGroupBy] = useAddressChoice("group", invoiceGroupings, "stage");
  const [sortBy, setSortBy] = useAddressChoice("sort", invoiceSortKeys, "invoiceId");
  const [order, setOrder] = useAddressChoice("order", sortOrders, "desc");
  const isDescending = order === "desc";
  const wanted = useDeferredValue(search);
  const prepared = useMemo(() => prepareInvoiceSearch(invoices), [invoices]);
  const found = useMemo(() => searchInvoices(prepared, wanted), [prepared, wanted]);
  const groups = useMemo(
    () => groupInvoices(sortInvoices(found, { by: sortBy, isDescending }), groupBy),
    [found, groupBy, sortBy, isDescending],
  );
  return {
    search,
    setSearch,
    groupBy,
    setGroupBy,
    sortBy,
    setSortBy,
    isDescending,
    setIsDescending: (isDown: boolean) => setOrder(isDown ? "desc" : "asc"),
    found: found.length,
    groups,
  };
}

export type InvoiceList = ReturnType<typeof useInvoiceList>;
