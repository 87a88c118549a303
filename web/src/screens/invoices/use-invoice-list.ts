import { useDeferredValue, useMemo, useState } from "react";
import type { Invoice } from "contract/invoices";
import {
  groupInvoices,
  type InvoiceGrouping,
  type InvoiceSortKey,
  prepareInvoiceSearch,
  searchInvoices,
  sortInvoices,
} from "#web/features/invoices/invoice-order.ts";

/** Search, groups and order of the invoices screen: by stage, ids descending, until somebody chooses otherwise (I:46, I:47). */
export function useInvoiceList(invoices: readonly Invoice[]) {
  const [search, setSearch] = useState("");
  const [groupBy, setGroupBy] = useState<InvoiceGrouping>("stage");
  const [sortBy, setSortBy] = useState<InvoiceSortKey>("invoiceId");
  const [isDescending, setIsDescending] = useState(true);
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
    setIsDescending,
    found: found.length,
    groups,
  };
}

export type InvoiceList = ReturnType<typeof useInvoiceList>;
