import { dossiersApi } from "contract/dossiers";
import { pathOf } from "contract/endpoint";
import { documentFacts } from "#server/database/tables/document-facts.ts";
import { dossierDocuments } from "#server/database/tables/dossier-documents.ts";
import { dossierFiles } from "#server/database/tables/dossier-files.ts";
import { dossiers } from "#server/database/tables/dossiers.ts";
import type { CaseQueryDefinitions, EventDefinitions } from "#server/events/definitions.ts";
import type { Module } from "#server/modules/module.ts";
import { findVisibleDossier } from "./dossiers.queries.ts";
import { dossiersRoutes } from "./dossiers.routes.ts";
import { eraseAll } from "./dossiers.service.ts";

const queries = {
  dossiers: ({ id, caseId }) => [
    {
      readers: "staff",
      keys: [
        pathOf(dossiersApi.list, { id }),
        pathOf(dossiersApi.listByCaseCode, { caseId }),
        `${pathOf(dossiersApi.plan, { id })}*`,
        "/api/dossiers/*",
      ],
    },
  ],
} satisfies CaseQueryDefinitions;

const events = {
  "dossier.requested": { refreshes: ["dossiers"] },
  "dossier.built": {
    refreshes: ["dossiers"],
    webhook: { type: "document_upload", event: "dossier_built" },
  },
  "dossier.failed": { refreshes: ["dossiers"] },
  "dossier.cancelled": { refreshes: ["dossiers"] },
  "dossier.downloaded": { refreshes: [] },
  "dossier.updated": { refreshes: ["dossiers"] },
  "dossier.removed": { refreshes: ["dossiers"] },
} satisfies EventDefinitions;

type Queries = typeof queries;
type Events = typeof events;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const dossiersModule: Module = {
  routes: dossiersRoutes,
  tables: [dossiers, dossierDocuments, dossierFiles, documentFacts],
  queries,
  events,
  erase: eraseAll,
  subjects: {
    dossier: { find: (actor, params) => findVisibleDossier(actor, Number(params["id"])) },
  },
  fileKinds: {
    // The portal builds them, and each goes out under its dossier alone.
    dossier: { uploads: {}, open: () => Promise.resolve(null) },
  },
};
