import { and, eq } from "drizzle-orm";
import { agreementsApi } from "contract/agreements";
import { pathOf } from "contract/endpoint";
import { cases } from "#server/database/tables/cases.ts";
import { serviceAgreements } from "#server/database/tables/service-agreements.ts";
import type { CaseQueryDefinitions, EventDefinitions } from "#server/events/definitions.ts";
import { openRecorded } from "#server/files/open-by-name.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { recordInCase } from "#server/modules/cases/visible-records.service.ts";
import type { Module } from "#server/modules/module.ts";
import { agreementsRoutes } from "./agreements.routes.ts";

const queries = {
  agreements: ({ caseId }) => [
    { readers: "people", keys: [pathOf(agreementsApi.list, { caseId })] },
  ],
} satisfies CaseQueryDefinitions;

const events = {
  "agreement.uploaded": { refreshes: ["agreements"] },
  "agreement.removed": { refreshes: ["agreements"] },
  "agreement.downloaded": { refreshes: [] },
} satisfies EventDefinitions;

type Queries = typeof queries;
type Events = typeof events;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const agreementsModule: Module = {
  routes: agreementsRoutes,
  tables: [serviceAgreements],
  queries,
  events,
  subjects: { agreement: recordInCase(serviceAgreements) },
  fileKinds: {
    agreement: {
      uploads: { serviceAgreement: {}, serviceAgreementPdf: {} },
      open: openRecorded(async (tx, actor, file) => {
        const [row] = await tx
          .select({ name: serviceAgreements.originalName })
          .from(serviceAgreements)
          .innerJoin(cases, eq(cases.id, serviceAgreements.caseId))
          .where(and(eq(serviceAgreements.storedFileId, file.id), visibleCases(actor)));
        return row?.name ?? null;
      }),
    },
  },
};
