/** What this browser remembers of the dashboard, and the list that it begins with. */
import type { CaseGrouping, CaseSort, SortOrder } from "contract/case-order";
import type { CurrentUser } from "contract/session";
import {
  type CaseListChoice,
  filterNames,
  firstCaseReads,
  viewNames,
} from "#web/features/cases/case-list-address.ts";
import { storedChoice } from "#web/ui/use-stored-choice.ts";

export type Remembered<Choice extends string> = {
  /** Its name in this browser's storage (C:36). */
  readonly key: string;
  readonly choices: readonly Choice[];
  readonly usual: Choice;
};

export const sorts: readonly CaseSort[] = ["updatedAt", "status"];
const orders: readonly SortOrder[] = ["desc", "asc"];
export const groupings: readonly CaseGrouping[] = ["none", "status", "applicants", "agents"];
const views = ["cards", "table"] as const;

const sort: Remembered<CaseSort> = { key: "dashboardSortBy", choices: sorts, usual: "status" };
const order: Remembered<SortOrder> = {
  key: "dashboardSortOrder",
  choices: orders,
  usual: "asc",
};
const groupBy: Remembered<CaseGrouping> = {
  key: "dashboardGroupBy",
  choices: groupings,
  usual: "status",
};
const view: Remembered<(typeof views)[number]> = {
  key: "dashboardViewMode",
  choices: views,
  usual: "cards",
};
const attention: Remembered<"on" | "off"> = {
  key: "dashboardAttention",
  choices: ["on", "off"],
  usual: "off",
};
export const dashboardChoices = { sort, order, groupBy, view, attention };

/** An address that says nothing of the list: what this browser remembers holds. */
export function isBare(address: Readonly<Record<string, unknown>>): boolean {
  return viewNames.every((name) => !(name in address));
}

export function hasListControls(user: Pick<CurrentUser, "isAdmin" | "role">): boolean {
  return user.isAdmin || user.role === "agent";
}

type Order = Pick<CaseListChoice, "groupBy" | "sort" | "order">;

/** Without controls: the plain list, last change first (D-051). */
export const PLAIN_ORDER: Order = { groupBy: "none", sort: "updatedAt", order: "desc" };

/** What the dashboard reads first, before its code is there; with filters that code must look at the address first. */
export function firstDashboardReads(
  user: CurrentUser,
  address: Readonly<Record<string, string>>,
): string[] {
  if (filterNames.some((name) => name in address)) return [];
  const textOf = (name: string) => address[name] ?? "";
  const said = <Choice extends string>(name: string, { key, choices, usual }: Remembered<Choice>) =>
    choices.find((known) => known === textOf(name)) ?? storedChoice(key, choices) ?? usual;
  const chosen: Order = hasListControls(user)
    ? { groupBy: said("groupBy", groupBy), sort: said("sort", sort), order: said("order", order) }
    : PLAIN_ORDER;
  const needsAttention =
    hasListControls(user) && isBare(address) && storedChoice(attention.key, ["on"]) === "on";
  return firstCaseReads({
    ...chosen,
    q: textOf("q").trim(),
    filters: needsAttention ? { attention: "true" } : {},
  });
}
