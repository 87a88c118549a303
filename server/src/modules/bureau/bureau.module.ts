import { bureau } from "#server/database/tables/bureau.ts";
import type { Module } from "#server/modules/module.ts";
import { bureauRoutes } from "./bureau.routes.ts";

export const bureauModule: Module = {
  routes: bureauRoutes,
  tables: [bureau],
  fileKinds: {
    // Everybody sees it, at an address of its own.
    logo: { uploads: { bureauLogo: { redrawnAs: "logo" } }, open: async () => null },
  },
};
