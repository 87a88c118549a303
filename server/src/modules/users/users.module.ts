import type { Module } from "#server/modules/module.ts";
import { usersRoutes } from "./users.routes.ts";

export const usersModule: Module = {
  routes: usersRoutes,
};
