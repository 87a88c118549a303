import { eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { sampleDocuments } from "#server/database/tables/sample-documents.ts";
import type { Module } from "#server/modules/module.ts";
import { samplesRoutes } from "./samples.routes.ts";

export const samplesModule: Module = {
  routes: samplesRoutes,
  tables: [sampleDocuments],
  fileKinds: {
    sample: {
      uploads: { sampleDocument: {} },
      // A blank form is nobody's secret: who looks at it is not written down.
      async open(_actor, { file }) {
        const [row] = await runtime.database
          .select({ name: sampleDocuments.originalName })
          .from(sampleDocuments)
          .where(eq(sampleDocuments.storedFileId, file.id));
        return row?.name ?? null;
      },
    },
  },
};
