import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import type { Module } from "#server/modules/module.ts";
import { automationRoutes } from "./automation.routes.ts";
import { enqueueWebhook } from "./webhook-outbox.ts";

export const automationModule: Module = {
  routes: automationRoutes,
  tables: [webhookLogs],
  reactions: [enqueueWebhook],
};
