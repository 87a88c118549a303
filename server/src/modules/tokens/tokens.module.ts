import "./tokens.jobs.ts";
import { tokens } from "#server/database/tables/tokens.ts";
import type { Module } from "#server/modules/module.ts";
import { tokensRoutes } from "./tokens.routes.ts";

export const tokensModule: Module = {
  routes: tokensRoutes,
  tables: [tokens],
};
