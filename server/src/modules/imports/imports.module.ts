import { importRows } from "#server/database/tables/import-rows.ts";
import { imports } from "#server/database/tables/imports.ts";
import type { Module } from "#server/modules/module.ts";
import { importsRoutes } from "./imports.routes.ts";

export const importsModule: Module = {
  routes: importsRoutes,
  tables: [imports, importRows],
  // Read by the portal alone: nobody opens it.
  fileKinds: {
    importFile: {
      // A folder of scans is begun without a file.
      uploads: { importFile: { isOptional: true }, importScan: {} },
      open: async () => null,
    },
  },
};
