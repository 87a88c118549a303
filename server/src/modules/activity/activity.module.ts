import { internalNotes } from "#server/database/tables/internal-notes.ts";
import type { Module } from "#server/modules/module.ts";
import { activityRoutes } from "./activity.routes.ts";

export const activityModule: Module = {
  routes: activityRoutes,
  tables: [internalNotes],
};
