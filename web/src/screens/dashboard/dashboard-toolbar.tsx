import {
  ArrowDownWideNarrow,
  ArrowUpNarrowWide,
  CircleDot,
  FolderPlus,
  LayoutGrid,
  Rows3,
  SlidersHorizontal,
} from "lucide-react";
import { Suspense } from "react";
import type { CurrentUser } from "contract/session";
import { CaseFilter } from "#web/features/cases/case-filter.tsx";
import { pageQuery, viewNames } from "#web/features/cases/case-list-address.ts";
import { Views } from "#web/features/views/views.tsx";
import { messages } from "#web/messages/messages.ts";
import { CountBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { groupings, sorts } from "./dashboard-choice.ts";
import type { ShownDashboardList } from "./use-dashboard-list.ts";
import { useIsWide } from "./use-is-wide.ts";

const texts = messages.cases;

const FilterChips = fetched(
  async () => (await import("#web/features/cases/filter-chips.tsx")).FilterChips,
);

/** Comes after the list, as what selects cases. */
const ExportButton = fetched(
  async () => (await import("#web/features/exports/export-button.tsx")).ExportButton,
);

type DashboardToolbarProps = {
  readonly list: ShownDashboardList;
  readonly user: CurrentUser;
  readonly onManageSamples: () => void;
};

export function DashboardToolbar({ list, user, onManageSamples }: DashboardToolbarProps) {
  const { isAdmin } = user;
  const isWide = useIsWide();
  return (
    <div className="@container">
      <div className="mb-4 flex items-center gap-2 lg:flex-wrap">
        {list.hasControls ? (
          <Views
            user={user}
            screen="cases"
            names={viewNames}
            shown={pageQuery(list.choice)}
            opensFirst
          />
        ) : null}
        <div className="min-w-0 flex-1 lg:max-w-96 lg:@max-[45rem]:max-w-none lg:@max-[45rem]:basis-[calc(100%-7rem)]">
          <SearchInput
            label={texts.search}
            value={list.search}
            onValueChange={list.setSearch}
            slashFocuses
          />
        </div>
        {list.hasControls ? (
          <>
            <div className="ms-auto flex flex-wrap items-center gap-2 max-lg:hidden @max-[45rem]:flex-1">
              <CaseFilter {...list.filters} hasAdvisers={isAdmin} />
              <OrderControls list={list} />
              {isWide ? <ViewControl list={list} className="ms-auto" /> : null}
            </div>
            <div className="flex gap-2 lg:hidden">
              <CaseFilter {...list.filters} hasAdvisers={isAdmin} isNarrow />
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
                  <div className="grid md:hidden">
                    <ExportFound list={list} look="button" />
                  </div>
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
      {Object.keys(list.filters.filters).some((name) => name !== "attention") ? (
        <Suspense>
          <FilterChips {...list.filters} />
        </Suspense>
      ) : null}
      <FoundLine list={list} />
    </div>
  );
}

/** All that the list finds, not only what stands on the screen. */
export function ExportFound({ list, look }: { list: ShownDashboardList; look: "icon" | "button" }) {
  return (
    <Suspense fallback={<span className="size-9" />}>
      <ExportButton list="cases" query={pageQuery(list.choice)} look={look} />
    </Suspense>
  );
}

/** How many cases the search has found; while another one is under way, that it is (C:35, D-052). */
function FoundLine({ list }: { readonly list: ShownDashboardList }) {
  const { shown, search, isPending } = list;
  const isSearching = search.trim() !== "";
  return (
    <p role="status" className={isSearching ? "mb-3 text-sm text-muted" : "sr-only"}>
      {isSearching && (isPending || shown.choice.q !== search.trim()) ? texts.searching : null}
      {isSearching && !isPending && shown.choice.q === search.trim()
        ? texts.found(shown.counts.found, shown.choice.q)
        : null}
    </p>
  );
}

/** The cases in which something waits for staff, and how many there are. */
function AttentionToggle({ list }: { readonly list: ShownDashboardList }) {
  const { toggle, toggleSet } = texts.attention;
  const count = list.shown.counts.attention;
  if (count === null) return null;
  return (
    <button
      type="button"
      aria-pressed={list.needsAttention}
      aria-label={count > 0 ? toggleSet(count) : toggle}
      onClick={() => list.setAttention(!list.needsAttention)}
      className="relative inline-flex h-9 finger:h-11 shrink-0 reach items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-sm font-medium whitespace-nowrap transition-colors hover:bg-sunken aria-pressed:border-accent/40 aria-pressed:bg-accent-soft aria-pressed:text-accent"
    >
      <Icon of={CircleDot} />
      {`${toggle} `}
      <CountBadge count={count} />
    </button>
  );
}

function OrderControls({ list }: { readonly list: ShownDashboardList }) {
  const isNewestFirst = list.order === "desc";
  return (
    <>
      <AttentionToggle list={list} />
      <div className="flex items-center gap-2">
        <Select
          look="button"
          label={texts.sort}
          caption={texts.sort}
          value={list.sort}
          onValueChange={list.setSort}
          options={sorts.map((key) => ({ value: key, label: texts.sortBy[key] }))}
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

type ViewControlProps = { readonly list: ShownDashboardList; readonly className?: string };

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
