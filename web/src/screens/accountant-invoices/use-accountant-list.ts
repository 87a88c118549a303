import { useDeferredValue, useMemo } from "react";
import { type Invoice, invoiceStages, invoiceStatuses } from "contract/invoices";
import { groupInvoices, sortInvoices } from "#web/features/invoices/invoice-order.ts";
import { invoiceViews } from "#web/features/invoices/invoice-toolbar.tsx";
import { useIsNarrow } from "#web/shell/use-is-narrow.ts";
import { sortOrders, useAddressChoice, useAddressSearch } from "#web/ui/use-address.ts";
import {
  type AccountantFilter,
  accountantGroupings,
  accountantSortKeys,
  filterInvoices,
} from "./accountant-order.ts";

const sortKeys = Object.keys(accountantSortKeys) as (keyof typeof accountantSortKeys)[];

/** Table (cards where no table fits), grouped by status, ids ascending, until somebody chooses otherwise (I:282, D-173). */
export function useAccountantList(invoices: readonly Invoice[]) {
  const [chosenView, setView] = useAddressChoice("view", invoiceViews, null);
  const isNarrow = useIsNarrow();
  const view = chosenView ?? (isNarrow ? "cards" : "table");
  const [groupBy, setGroupBy] = useAddressChoice("group", accountantGroupings, "status");
  const [sortBy, setSortBy] = useAddressChoice("sort", sortKeys, "invoice_id");
  const [order, setOrder] = useAddressChoice("order", sortOrders, "asc");
  const [search, setSearch] = useAddressSearch();
  const [status, setStatus] = useAddressChoice("status", ["all", ...invoiceStatuses], "all");
  const [stage, setStage] = useAddressChoice("stage", ["all", ...invoiceStages], "all");
  const filter = useMemo<AccountantFilter>(
    () => ({ search, status, stage }),
    [search, status, stage],
  );
  const wanted = useDeferredValue(filter);
  const groups = useMemo(() => {
    const sort = { by: accountantSortKeys[sortBy], isDescending: order === "desc" };
    return groupInvoices(sortInvoices(filterInvoices(invoices, wanted), sort), groupBy);
  }, [invoices, wanted, sortBy, order, groupBy]);
  return {
    groups,
    view,
    controls: {
      search: { value: search, onValueChange: setSearch },
      group: { value: groupBy, onValueChange: setGroupBy },
      sort: { value: sortBy, onValueChange: setSortBy },
      order: { value: order, onValueChange: setOrder },
      view: { value: view, onValueChange: setView },
    },
    filters: {
      status: { value: status, onValueChange: setStatus },
      stage: { value: stage, onValueChange: setStage },
    },
  };
}
