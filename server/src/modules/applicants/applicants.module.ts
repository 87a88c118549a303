import { and, eq } from "drizzle-orm";
import { applicantsApi } from "contract/applicants";
import { pathOf } from "contract/endpoint";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { cases } from "#server/database/tables/cases.ts";
import type { CaseQueryDefinitions, EventDefinitions } from "#server/events/definitions.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import type { Module } from "#server/modules/module.ts";
import { applicantsRoutes } from "./applicants.routes.ts";
import { searchedApplicants } from "./applicants.search.ts";

const queries = {
  applicants: ({ id, caseId }) => [
    {
      readers: "people",
      keys: [pathOf(applicantsApi.list, { id }), pathOf(applicantsApi.listByCaseCode, { caseId })],
    },
  ],
} satisfies CaseQueryDefinitions;

const events = {
  "applicants.saved": { refreshes: ["applicants", "detail", "list"] },
} satisfies EventDefinitions;

type Queries = typeof queries;
type Events = typeof events;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const applicantsModule: Module = {
  routes: applicantsRoutes,
  tables: [applicants],
  queries,
  events,
  searched: { person: searchedApplicants },
  subjects: {
    applicant: {
      async find(actor, params) {
        const [row] = await runtime.database
          .select({ id: applicants.id, caseId: applicants.caseId })
          .from(applicants)
          .innerJoin(cases, eq(cases.id, applicants.caseId))
          .where(and(eq(applicants.id, Number(params["id"])), visibleCases(actor)));
        return row;
      },
    },
  },
};
