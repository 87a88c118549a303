import { eq } from "drizzle-orm";
import { pathOf } from "contract/endpoint";
import { readingsApi } from "contract/readings";
import { readings } from "#server/database/tables/readings.ts";
import type { CaseQueryDefinitions, EventDefinitions } from "#server/events/definitions.ts";
import type { Module } from "#server/modules/module.ts";
import { followChanges } from "./readings.reactions.ts";
import { readingsRoutes } from "./readings.routes.ts";

const queries = {
  readings: ({ id }) => [
    { readers: "staff", keys: [pathOf(readingsApi.listOfCase, { id }), "/api/documents/*"] },
  ],
} satisfies CaseQueryDefinitions;

const events = {
  "reading.finished": { refreshes: ["readings"] },
} satisfies EventDefinitions;

type Queries = typeof queries;
type Events = typeof events;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const readingsModule: Module = {
  routes: readingsRoutes,
  tables: [readings],
  queries,
  // Beside a passport stands what the portal knows of its person.
  queriesMadeOf: { readings: ["applicants", "reviews"] },
  events,
  reactions: [followChanges],
  erase: async (tx, _actor, { id }) => {
    await tx.delete(readings).where(eq(readings.caseId, id));
    return 0;
  },
};
