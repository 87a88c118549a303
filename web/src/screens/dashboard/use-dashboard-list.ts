import { useEffect, useEffectEvent } from "react";
import type { CurrentUser } from "contract/session";
import { useCaseFilters } from "#web/features/cases/case-filters.ts";
import { type CaseListChoice, viewNames } from "#web/features/cases/case-list-address.ts";
import {
  caseController,
  type CaseList,
  caseListSource,
} from "#web/features/cases/case-list-source.ts";
import { typingPause, useList } from "#web/lists/use-list.ts";
import { useAddressChoice, useAddressSearch, useAddressTexts } from "#web/ui/use-address.ts";
import { useStoredChoice } from "#web/ui/use-stored-choice.ts";
import {
  dashboardChoices,
  hasListControls,
  isBare,
  PLAIN_ORDER,
  type Remembered,
} from "./dashboard-choice.ts";

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
export function useDashboardList(user: CurrentUser) {
  const [search, setSearch] = useAddressSearch();
  const [sort, setSort] = useRemembered("sort", dashboardChoices.sort);
  const [order, setOrder] = useRemembered("order", dashboardChoices.order);
  const [groupBy, setGroupBy] = useRemembered("groupBy", dashboardChoices.groupBy);
  const [view, setView] = useRemembered("view", dashboardChoices.view);
  const hasControls = hasListControls(user);
  const caseFilters = useCaseFilters();
  const [said] = useAddressTexts(viewNames);
  const [kept, keep] = useStoredChoice(
    dashboardChoices.attention.key,
    dashboardChoices.attention.choices,
    dashboardChoices.attention.usual,
  );
  const beginsNarrowed = hasControls && kept === "on" && isBare(said);
  const narrow = useEffectEvent(() => caseFilters.change({ attention: "true" }));
  useEffect(() => {
    // From here on the address says it, as everything else that narrows the list.
    if (beginsNarrowed) narrow();
  }, [beginsNarrowed]);
  const filters = beginsNarrowed
    ? { ...caseFilters.filters, attention: "true" as const }
    : caseFilters.filters;
  const choice: CaseListChoice = {
    ...(hasControls ? { groupBy, sort, order } : PLAIN_ORDER),
    q: search.trim(),
    filters: hasControls ? filters : {},
  };
  const controller = caseController("dashboard", user.id);
  const { shown, isPending, error } = useList(controller, {
    name: "cases",
    source: caseListSource(choice),
    pauseMs: typingPause(choice.q),
  });
  return {
    search,
    setSearch,
    hasControls,
    sort,
    setSort,
    order,
    setOrder,
    /** What is asked for, while what is shown may still be the list before. */
    choice,
    groupBy: choice.groupBy,
    setGroupBy,
    view,
    setView,
    filters: caseFilters,
    needsAttention: choice.filters.attention === "true",
    setAttention: (isOn: boolean) => {
      keep(isOn ? "on" : "off");
      caseFilters.change({ attention: isOn ? "true" : undefined });
    },
    shown,
    /** Another search or order is being read. */
    isPending,
    error,
    look: controller.look,
    retry: controller.retry,
  };
}

export type DashboardList = ReturnType<typeof useDashboardList>;
/** The dashboard as soon as there is a list to show. */
export type ShownDashboardList = DashboardList & { readonly shown: CaseList };
