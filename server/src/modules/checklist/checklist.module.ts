import { caseReadiness } from "#server/database/tables/case-readiness.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import type { Module } from "#server/modules/module.ts";

export const checklistModule: Module = {
  routes: () => {},
  tables: [checklistDecisions, caseReadiness],
};
