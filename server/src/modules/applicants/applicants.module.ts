import { and, eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { cases } from "#server/database/tables/cases.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import type { Module } from "#server/modules/module.ts";
import { applicantsRoutes } from "./applicants.routes.ts";

export const applicantsModule: Module = {
  routes: applicantsRoutes,
  tables: [applicants],
  subjects: {
    applicant: {
      async find(actor, params) {
        const [row] = await runtime.database
          .select({ id: applicants.id, caseId: applicants.caseId })
          .from(applicants)
          .innerJoin(cases, eq(cases.id, applicants.caseId))
          .where(and(eq(applicants.id, Number(params["id"])), visibleCases(actor)));
        return row;
      },
    },
  },
};
