import { ArrowDownWideNarrow, ArrowUpNarrowWide, LayoutGrid, Rows3 } from "lucide-react";
import { useMemo } from "react";
import { invoiceStages, invoiceStatuses } from "contract/invoices";
import { messages } from "#web/messages/messages.ts";
import { useIsNarrow } from "#web/shell/use-is-narrow.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { sortOrders, useAddressChoice, useAddressSearch } from "#web/ui/use-address.ts";
import {
  type AccountantFilter,
  accountantGroupings,
  type AccountantSort,
  accountantSortKeys,
} from "./accountant-order.ts";

const texts = messages.invoices.accountant;
const views = ["cards", "table"] as const;

/** Table (cards where no table fits), grouped by status, ids ascending, until somebody chooses otherwise (I:282, D-173). */
export function useAccountantControls() {
  const [view, setView] = useAddressChoice("view", views, null);
  const isNarrow = useIsNarrow();
  const [groupBy, setGroupBy] = useAddressChoice("group", accountantGroupings, "status");
  const [sortKey, setSortKey] = useAddressChoice("sort", accountantSortKeys, "invoice_id");
  const [order, setOrder] = useAddressChoice("order", sortOrders, "asc");
  const isDescending = order === "desc";
  const [search, setSearch] = useAddressSearch();
  const [status, setStatus] = useAddressChoice("status", ["all", ...invoiceStatuses], "all");
  const [stage, setStage] = useAddressChoice("stage", ["all", ...invoiceStages], "all");
  const filter = useMemo<AccountantFilter>(
    () => ({ search, status, stage }),
    [search, status, stage],
  );
  const sort: AccountantSort = `${sortKey}_${isDescending ? "desc" : "asc"}`;
  return {
    view: view ?? (isNarrow ? ("cards" as const) : ("table" as const)),
    setView,
    groupBy,
    setGroupBy,
    sortKey,
    setSortKey,
    isDescending,
    setIsDescending: (isDown: boolean) => setOrder(isDown ? "desc" : "asc"),
    filter,
    setSearch,
    setStatus,
    setStage,
    sort,
  };
}

type AccountantToolbarProps = { readonly controls: ReturnType<typeof useAccountantControls> };

export function AccountantToolbar({ controls }: AccountantToolbarProps) {
  const { filter, isDescending } = controls;
  const isNarrow = useIsNarrow();
  return (
    <div className="@container mb-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-full @min-[45rem]:max-w-80 @min-[45rem]:basis-0">
          <SearchInput
            label={texts.search}
            value={filter.search}
            onValueChange={controls.setSearch}
            slashFocuses
          />
        </div>
        <div className="flex flex-wrap items-center gap-2 max-md:w-full">
          <Select
            look="button"
            className="max-md:flex-1"
            label={texts.statusFilter}
            value={filter.status}
            onValueChange={controls.setStatus}
            options={[
              { value: "all" as const, label: texts.allStatuses },
              ...invoiceStatuses.map((value) => ({ value, label: value })),
            ]}
          />
          <Select
            look="button"
            className="max-md:flex-1"
            label={texts.stageFilter}
            value={filter.stage}
            onValueChange={controls.setStage}
            options={[
              { value: "all" as const, label: texts.allStages },
              ...invoiceStages.map((value) => ({ value, label: value })),
            ]}
          />
          {isNarrow ? <ViewToggle controls={controls} /> : null}
        </div>
        <div className="flex flex-wrap items-center gap-2 max-md:w-full @min-[45rem]:ms-auto">
          <Select
            look="button"
            className="max-md:flex-1"
            label={texts.group}
            caption={texts.group}
            value={controls.groupBy}
            onValueChange={controls.setGroupBy}
            options={accountantGroupings.map((value) => ({ value, label: texts.groupBy[value] }))}
          />
          <Select
            look="button"
            className="max-md:flex-1"
            label={texts.sort}
            caption={texts.sort}
            value={controls.sortKey}
            onValueChange={controls.setSortKey}
            options={accountantSortKeys.map((value) => ({ value, label: texts.sortBy[value] }))}
          />
          <IconButton
            look="outline"
            icon={isDescending ? ArrowDownWideNarrow : ArrowUpNarrowWide}
            label={
              isDescending
                ? messages.invoices.screen.descending
                : messages.invoices.screen.ascending
            }
            onClick={() => controls.setIsDescending(!isDescending)}
          />
          {isNarrow ? null : <ViewToggle controls={controls} />}
        </div>
      </div>
    </div>
  );
}

function ViewToggle({ controls }: AccountantToolbarProps) {
  return (
    <SegmentedControl
      label={texts.view}
      value={controls.view}
      onValueChange={controls.setView}
      compactOnPhones
      segments={[
        { value: "cards", label: texts.viewAs.cards, icon: LayoutGrid },
        { value: "table", label: texts.viewAs.table, icon: Rows3 },
      ]}
    />
  );
}
