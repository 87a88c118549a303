import type { InvoiceGrouping, InvoiceSort } from "contract/invoice-order";
import { invoiceStages, invoiceStatuses } from "contract/invoices";
import { invoiceController } from "#web/features/invoices/invoice-list-source.ts";
import { invoiceViews } from "#web/features/invoices/invoice-toolbar.tsx";
import { useInvoicePages } from "#web/features/invoices/use-invoice-pages.ts";
import { useIsNarrow } from "#web/shell/use-is-narrow.ts";
import { sortOrders, useAddressChoice, useAddressSearch } from "#web/ui/use-address.ts";

const groupings = [
  "none",
  "stage",
  "status",
  "currency",
] as const satisfies readonly InvoiceGrouping[];
const sortKeys = ["created", "amount", "invoice_id"] as const;
/** With the two directions these are the six orders of I:282. */
const sorts = {
  created: "created",
  amount: "amount",
  invoice_id: "invoiceId",
} as const satisfies Record<string, InvoiceSort>;

/** Table (cards where no table fits), grouped by status, ids ascending, until somebody chooses otherwise (I:282, D-173). */
export function useAccountantList(userId: number) {
  const [chosenView, setView] = useAddressChoice("view", invoiceViews, null);
  const isNarrow = useIsNarrow();
  const view = chosenView ?? (isNarrow ? "cards" : "table");
  const [groupBy, setGroupBy] = useAddressChoice("group", groupings, "status");
  const [sortBy, setSortBy] = useAddressChoice("sort", sortKeys, "invoice_id");
  const [order, setOrder] = useAddressChoice("order", sortOrders, "asc");
  const [search, setSearch] = useAddressSearch();
  const [status, setStatus] = useAddressChoice("status", ["all", ...invoiceStatuses], "all");
  const [stage, setStage] = useAddressChoice("stage", ["all", ...invoiceStages], "all");
  const choice = {
    groupBy,
    sort: sorts[sortBy],
    order,
    q: search.trim(),
    in: "title" as const,
    ...(status === "all" ? {} : { status }),
    ...(stage === "all" ? {} : { stage }),
  };
  const pages = useInvoicePages(invoiceController("accountant", userId), choice);
  return {
    ...pages,
    query: choice,
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
