import type { Module } from "#server/modules/module.ts";
import { profileRoutes } from "./profile.routes.ts";

export const profileModule: Module = {
  routes: profileRoutes,
};
