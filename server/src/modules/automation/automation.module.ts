import type { Module } from "#server/modules/module.ts";
import { automationRoutes } from "./automation.routes.ts";
import { enqueueWebhook } from "./webhook-outbox.ts";

export const automationModule: Module = {
  routes: automationRoutes,
  reactions: [enqueueWebhook],
};
