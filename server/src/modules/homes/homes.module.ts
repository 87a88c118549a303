import { pathOf } from "contract/endpoint";
import { homesApi } from "contract/homes";
import { announceSeen } from "#server/events/announce.ts";
import type { CaseQueryDefinitions } from "#server/events/definitions.ts";
import type { Reaction } from "#server/events/record.ts";
import type { Module } from "#server/modules/module.ts";
import { homesRoutes } from "./homes.routes.ts";

const queries = {
  home: ({ caseId }) => [{ readers: "people", keys: [pathOf(homesApi.get, { caseId })] }],
} satisfies CaseQueryDefinitions;

type Queries = typeof queries;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

/** An invoice to be paid is counted in the client's list of cases as well. */
const tellRow: Reaction = async (tx, _actor, { name, ...event }) => {
  const isMoved =
    name === "invoice.updated" && event.entries.some(({ metadata }) => metadata?.["status"]);
  if (name === "invoice.created" || name === "invoice.removed" || isMoved)
    await announceSeen(tx, { ...event, refreshes: ["list"], row: "row" });
};

export const homesModule: Module = {
  routes: homesRoutes,
  queries,
  queriesMadeOf: { home: ["detail", "checklist", "comments", "invoices"] },
  reactions: [tellRow],
};
