import type { Module } from "#server/modules/module.ts";
import { demoRoutes } from "./demo.routes.ts";

export const demoModule: Module = {
  routes: demoRoutes,
};
