import { bulkActions } from "#server/database/tables/bulk-actions.ts";
import { bulkRows } from "#server/database/tables/bulk-rows.ts";
import type { Module } from "#server/modules/module.ts";
import { bulkActionsRoutes } from "./bulk-actions.routes.ts";

export const bulkActionsModule: Module = {
  routes: bulkActionsRoutes,
  tables: [bulkActions, bulkRows],
};
