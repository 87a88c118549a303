import { and, eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { serviceAgreements } from "#server/database/tables/service-agreements.ts";
import { openRecorded } from "#server/files/open-by-name.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import type { Module } from "#server/modules/module.ts";
import { agreementsRoutes } from "./agreements.routes.ts";

export const agreementsModule: Module = {
  routes: agreementsRoutes,
  tables: [serviceAgreements],
  subjects: {
    agreement: {
      async find(actor, params) {
        const [row] = await runtime.database
          .select({ id: serviceAgreements.id, caseId: serviceAgreements.caseId })
          .from(serviceAgreements)
          .innerJoin(cases, eq(cases.id, serviceAgreements.caseId))
          .where(and(eq(serviceAgreements.id, Number(params["id"])), visibleCases(actor)));
        return row;
      },
    },
  },
  fileKinds: {
    agreement: {
      uploads: { serviceAgreement: {}, serviceAgreementPdf: {} },
      open: openRecorded(async (tx, actor, file) => {
        const [row] = await tx
          .select({ name: serviceAgreements.originalName })
          .from(serviceAgreements)
          .innerJoin(cases, eq(cases.id, serviceAgreements.caseId))
          .where(and(eq(serviceAgreements.storedFileId, file.id), visibleCases(actor)));
        return row?.name ?? null;
      }),
    },
  },
};
