import type { Module } from "#server/modules/module.ts";
import { operationsRoutes } from "./operations.routes.ts";

export const operationsModule: Module = {
  routes: operationsRoutes,
};
