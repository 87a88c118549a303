import type { Module } from "#server/modules/module.ts";
import { stepUpRoutes } from "./step-up.routes.ts";

export const stepUpModule: Module = {
  routes: stepUpRoutes,
};
