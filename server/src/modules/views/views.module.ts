import { views } from "#server/database/tables/views.ts";
import type { Module } from "#server/modules/module.ts";
import { viewsRoutes } from "./views.routes.ts";

export const viewsModule: Module = {
  routes: viewsRoutes,
  tables: [views],
};
