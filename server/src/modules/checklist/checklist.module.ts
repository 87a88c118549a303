import { eq } from "drizzle-orm";
import { checklistApi } from "contract/checklist";
import { pathOf } from "contract/endpoint";
import { caseReadiness } from "#server/database/tables/case-readiness.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import type { CaseQueryDefinitions, EventDefinitions } from "#server/events/definitions.ts";
import type { Module } from "#server/modules/module.ts";
import { forgetExtra, tellAddition, tellDecision, tellExtraChange } from "./checklist-tellings.ts";
import { checklistRoutes } from "./checklist.routes.ts";
import { refreshReadiness } from "./readiness.jobs.ts";

const queries = {
  checklist: ({ id, caseId }) => [
    {
      readers: "people",
      keys: [pathOf(checklistApi.get, { id }), pathOf(checklistApi.getByCaseCode, { caseId })],
    },
  ],
} satisfies CaseQueryDefinitions;

const events = {
  "checklist.decided": {
    refreshes: ["detail", "list", "checklist", "reviews"],
    tells: tellDecision,
  },
  "checklist.extraAdded": {
    refreshes: ["detail", "list", "checklist", "reviews"],
    tells: tellAddition,
  },
  "checklist.extraChanged": {
    refreshes: ["detail", "list", "checklist", "reviews"],
    tells: tellExtraChange,
  },
  "checklist.extraRemoved": {
    refreshes: ["detail", "list", "checklist", "reviews"],
    forgets: forgetExtra,
  },
  "checklist.downloaded": { refreshes: [] },
} satisfies EventDefinitions;

type Queries = typeof queries;
type Events = typeof events;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const checklistModule: Module = {
  routes: checklistRoutes,
  tables: [checklistDecisions, caseReadiness],
  queries,
  events,
  reactions: [refreshReadiness],
  // Documents are what is counted; the readiness follows their event.
  erase: async (tx, _actor, caseFile) => {
    await tx.delete(checklistDecisions).where(eq(checklistDecisions.caseId, caseFile.id));
    return 0;
  },
};
