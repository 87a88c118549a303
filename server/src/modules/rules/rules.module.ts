import { documentRules } from "#server/database/tables/document-rules.ts";
import type { Module } from "#server/modules/module.ts";
import { rulesRoutes } from "./rules.routes.ts";

export const rulesModule: Module = {
  routes: rulesRoutes,
  tables: [documentRules],
};
