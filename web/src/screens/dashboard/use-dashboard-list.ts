import { useDeferredValue, useMemo, useState } from "react";
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
import { useStoredChoice } from "#web/ui/use-stored-choice.ts";

const views = ["cards", "table"] as const;

/** Search, order and groups of the dashboard; the choices of admins and agents are remembered (C:36). */
export function useDashboardList(cases: readonly ListedCase[], user: CurrentUser) {
  const [search, setSearch] = useState("");
  const [sortBy, setSortBy] = useStoredChoice("dashboardSortBy", sortKeys, "status");
  const [order, setOrder] = useStoredChoice("dashboardSortOrder", sortOrders, "asc");
  const [groupBy, setGroupBy] = useStoredChoice("dashboardGroupBy", groupings, "status");
  const [view, setView] = useStoredChoice("dashboardViewMode", views, "cards");
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
