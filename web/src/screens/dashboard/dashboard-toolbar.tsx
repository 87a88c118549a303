import {
  ArrowDownWideNarrow,
  ArrowUpNarrowWide,
  FolderPlus,
  LayoutGrid,
  Rows3,
  SlidersHorizontal,
} from "lucide-react";
import { groupings, sortKeys } from "#web/features/cases/case-order.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import type { DashboardList } from "./use-dashboard-list.ts";
import { useIsWide } from "./use-is-wide.ts";

const texts = messages.cases;

type DashboardToolbarProps = {
  readonly list: DashboardList;
  readonly isAdmin: boolean;
  readonly onManageSamples: () => void;
};

export function DashboardToolbar({ list, isAdmin, onManageSamples }: DashboardToolbarProps) {
  const isWide = useIsWide();
  return (
    <div className="@container">
      <div className="mb-4 flex items-center gap-2 lg:flex-wrap">
        <div className="min-w-0 flex-1 lg:max-w-96 lg:@max-[45rem]:max-w-none lg:@max-[45rem]:basis-full">
          <SearchInput
            label={texts.search}
            value={list.search}
            onValueChange={list.setSearch}
            slashFocuses
          />
        </div>
        {list.hasControls ? (
          <>
            <div className="ms-auto flex items-center gap-2 max-lg:hidden @max-[45rem]:flex-1">
              <OrderControls list={list} />
              {isWide ? <ViewControl list={list} className="ms-auto" /> : null}
            </div>
            <div className="lg:hidden">
              <Popover
                label={texts.listOptions}
                trigger={
                  <PlainIconButton
                    icon={SlidersHorizontal}
                    label={texts.listOptions}
                    look="outline"
                  />
                }
              >
                <div className="flex flex-col items-stretch gap-2 p-3">
                  <OrderControls list={list} />
                  {isAdmin ? (
                    <Button
                      variant="secondary"
                      className="md:hidden"
                      icon={<Icon of={FolderPlus} />}
                      onClick={onManageSamples}
                    >
                      {texts.manageSamples}
                    </Button>
                  ) : null}
                </div>
              </Popover>
            </div>
          </>
        ) : null}
      </div>
      <p role="status" className={list.searched === "" ? "sr-only" : "mb-3 text-sm text-muted"}>
        {list.searched === "" ? "" : texts.found(list.found, list.searched)}
      </p>
    </div>
  );
}

function OrderControls({ list }: { readonly list: DashboardList }) {
  const isNewestFirst = list.order === "desc";
  return (
    <>
      <div className="flex items-center gap-2">
        <Select
          look="button"
          label={texts.sort}
          caption={texts.sort}
          value={list.sortBy}
          onValueChange={list.setSortBy}
          options={sortKeys.map((key) => ({ value: key, label: texts.sortBy[key] }))}
          className="max-lg:flex-1"
        />
        <Button
          variant="secondary"
          aria-label={`${texts.orderLabel}: ${texts.order[list.order]}`}
          title={texts.order[list.order]}
          icon={<Icon of={isNewestFirst ? ArrowDownWideNarrow : ArrowUpNarrowWide} />}
          onClick={() => list.setOrder(isNewestFirst ? "asc" : "desc")}
        >
          {texts.order[list.order]}
        </Button>
      </div>
      <Select
        look="button"
        label={texts.group}
        caption={texts.group}
        value={list.groupBy}
        onValueChange={list.setGroupBy}
        options={groupings.map((grouping) => ({ value: grouping, label: texts.groupBy[grouping] }))}
      />
    </>
  );
}

type ViewControlProps = { readonly list: DashboardList; readonly className?: string };

function ViewControl({ list, className }: ViewControlProps) {
  return (
    <SegmentedControl
      label={texts.view}
      className={className}
      value={list.view}
      onValueChange={list.setView}
      segments={[
        { value: "cards", label: texts.viewAs.cards, icon: LayoutGrid },
        { value: "table", label: texts.viewAs.table, icon: Rows3 },
      ]}
    />
  );
}
