import { useDeferredValue, useMemo } from "react";
import type { ListedCase } from "contract/cases";
import type { CurrentUser } from "contract/session";
import {
  type CaseGroup,
  groupCases,
  groupings,
  orderStatusGroups,
  sortCases,
  sortKeys,
  sortOrders,
} from "#web/features/cases/case-order.ts";
import { prepareSearch, searchCases } from "#web/features/cases/case-search.ts";
import { useAddressChoice, useAddressSearch } from "#web/ui/use-address.ts";
import { useStoredChoice } from "#web/ui/use-stored-choice.ts";

const views = ["cards", "table"] as const;

type Remembered<Choice extends string> = {
  /** Its name in this browser's storage (C:36). */
  readonly key: string;
  readonly choices: readonly Choice[];
  readonly usual: Choice;
};

/** A choice that this browser remembers; the address, if it says one, is right. */
function useRemembered<Choice extends string>(
  inAddress: string,
  { key, choices, usual }: Remembered<Choice>,
) {
  const [kept, keep] = useStoredChoice(key, choices, usual);
  const [said, say] = useAddressChoice(inAddress, choices, null);
  const choose = (next: Choice) => {
    keep(next);
    say(next);
  };
  return [said ?? kept, choose] as const;
}

/** Search, order and groups of the dashboard; the choices of admins and agents are remembered and stand in the address (C:36). */
export function useDashboardList(cases: readonly ListedCase[], user: CurrentUser) {
  const [search, setSearch] = useAddressSearch();
  const [sortBy, setSortBy] = useRemembered("sort", {
    key: "dashboardSortBy",
    choices: sortKeys,
    usual: "status",
  });
  const [order, setOrder] = useRemembered("order", {
    key: "dashboardSortOrder",
    choices: sortOrders,
    usual: "asc",
  });
  const [groupBy, setGroupBy] = useRemembered("group", {
    key: "dashboardGroupBy",
    choices: groupings,
    usual: "status",
  });
  const [view, setView] = useRemembered("view", {
    key: "dashboardViewMode",
    choices: views,
    usual: "cards",
  });
  const hasControls = user.isAdmin || user.role === "agent";

  const prepared = useMemo(() => prepareSearch(cases), [cases]);
  const wanted = useDeferredValue(search);
  const found = useMemo(() => searchCases(prepared, wanted), [prepared, wanted]);
  const groups = useMemo<CaseGroup[]>(() => {
    // Without controls: the plain list, last change first (D-051).
    if (!hasControls)
      return groupCases(sortCases(found, { by: "updatedAt", order: "desc" }), "none");
    const grouped = groupCases(sortCases(found, { by: sortBy, order }), groupBy);
    if (groupBy !== "status") return grouped;
    return orderStatusGroups(grouped, sortBy === "status" ? order : "asc");
  }, [found, groupBy, hasControls, order, sortBy]);

  return {
    search,
    setSearch,
    /** What the list below shows the matches of. */
    searched: wanted.trim(),
    found: found.length,
    groups,
    hasControls,
    sortBy,
    setSortBy,
    order,
    setOrder,
    groupBy: hasControls ? groupBy : "none",
    setGroupBy,
    view,
    setView,
  };
}

export type DashboardList = ReturnType<typeof useDashboardList>;
