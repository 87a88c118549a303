import { eq } from "drizzle-orm";
import { applicantsApi } from "contract/applicants";
import { pathOf } from "contract/endpoint";
import { applicants } from "#server/database/tables/applicants.ts";
import type { CaseQueryDefinitions, EventDefinitions } from "#server/events/definitions.ts";
import { recordInCase } from "#server/modules/cases/visible-records.service.ts";
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
  "applicants.saved": { refreshes: ["applicants", "detail", "list", "checklist"] },
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
  /** Who somebody is stays with the case; what his passport says goes with the papers. */
  erase: async (tx, _actor, { id }) => {
    await tx
      .update(applicants)
      .set({
        passportName: null,
        passportNumber: null,
        passportMark: null,
        passportCountry: null,
        passportExpiresOn: null,
        placeOfBirth: null,
        passportDocumentId: null,
      })
      .where(eq(applicants.caseId, id));
    return 0;
  },
  searched: { person: searchedApplicants },
  subjects: { applicant: recordInCase(applicants) },
};
