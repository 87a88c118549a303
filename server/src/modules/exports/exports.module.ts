import type { Module } from "#server/modules/module.ts";
import { exportsRoutes } from "./exports.routes.ts";

export const exportsModule: Module = { routes: exportsRoutes };
