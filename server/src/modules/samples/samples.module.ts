import type { Module } from "#server/modules/module.ts";
import { samplesRoutes } from "./samples.routes.ts";

export const samplesModule: Module = {
  routes: samplesRoutes,
};
