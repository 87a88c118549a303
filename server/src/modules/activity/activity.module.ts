import { activityApi } from "contract/activity";
import { pathOf } from "contract/endpoint";
import { internalNotes } from "#server/database/tables/internal-notes.ts";
import type { CaseQueryDefinitions } from "#server/events/definitions.ts";
import type { Module } from "#server/modules/module.ts";
import { activityRoutes } from "./activity.routes.ts";

const queries = {
  audit: ({ id, caseId }) => [
    {
      readers: "admins",
      keys: [pathOf(activityApi.list, { id }), pathOf(activityApi.listByCaseCode, { caseId })],
    },
  ],
  notes: ({ id, caseId }) => [
    {
      readers: "admins",
      keys: [
        pathOf(activityApi.listNotes, { id }),
        pathOf(activityApi.listNotesByCaseCode, { caseId }),
      ],
    },
  ],
} satisfies CaseQueryDefinitions;

type Queries = typeof queries;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

export const activityModule: Module = {
  routes: activityRoutes,
  tables: [internalNotes],
  queries,
};
