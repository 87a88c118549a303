import type { Module } from "#server/modules/module.ts";
import { analyticsRoutes } from "./analytics.routes.ts";

export const analyticsModule: Module = {
  routes: analyticsRoutes,
};
