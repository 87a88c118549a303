import { documentRules } from "#server/database/tables/document-rules.ts";
import type { Module } from "#server/modules/module.ts";

export const rulesModule: Module = {
  routes: () => {},
  tables: [documentRules],
};
