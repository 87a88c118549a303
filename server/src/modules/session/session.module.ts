import type { Module } from "#server/modules/module.ts";
import { sessionRoutes } from "./session.routes.ts";

export const sessionModule: Module = {
  routes: sessionRoutes,
};
