import type { EventDefinitions } from "#server/events/definitions.ts";
import type { Module } from "#server/modules/module.ts";
import { caseExportsRoutes } from "./case-exports.routes.ts";

const events = {
  "case.exported": { refreshes: [] },
} satisfies EventDefinitions;

type Events = typeof events;

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const caseExportsModule: Module = { routes: caseExportsRoutes, events };
