import type { Module } from "#server/modules/module.ts";
import { twoFactorRoutes } from "./two-factor.routes.ts";

export const twoFactorModule: Module = {
  routes: twoFactorRoutes,
};
