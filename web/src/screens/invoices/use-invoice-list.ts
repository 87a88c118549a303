import type { InvoiceGrouping, InvoiceSort } from "contract/invoice-order";
import { invoiceController } from "#web/features/invoices/invoice-list-source.ts";
import { useInvoicePages } from "#web/features/invoices/use-invoice-pages.ts";
import { sortOrders, useAddressChoice, useAddressSearch } from "#web/ui/use-address.ts";

const groupings = [
  "stage",
  "program",
  "currency",
  "status",
] as const satisfies readonly InvoiceGrouping[];
const sortKeys = ["invoiceId", "date", "status"] as const satisfies readonly InvoiceSort[];

/** Search, groups and order of the invoices screen: by stage, ids descending, until somebody chooses otherwise (I:46, I:47). */
export function useInvoiceList(userId: number) {
  const [search, setSearch] = useAddressSearch();
  const [groupBy, setGroupBy] = useAddressChoice("group", groupings, "stage");
  const [sort, setSort] = useAddressChoice("sort", sortKeys, "invoiceId");
  const [order, setOrder] = useAddressChoice("order", sortOrders, "desc");
  const choice = { groupBy, sort, order, q: search.trim() };
  const pages = useInvoicePages(invoiceController("invoices", userId), choice);
  return {
    ...pages,
    query: choice,
    controls: {
      search: { value: search, onValueChange: setSearch },
      group: { value: groupBy, onValueChange: setGroupBy },
      sort: { value: sort, onValueChange: setSort },
      order: { value: order, onValueChange: setOrder },
    },
  };
}
