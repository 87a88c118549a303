import "./tell.jobs.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import type { Module } from "#server/modules/module.ts";
import { eraseOfCase } from "./notification-rows.ts";
import { tellOfEvents } from "./notifications.reaction.ts";
import { notificationsRoutes } from "./notifications.routes.ts";

export const notificationsModule: Module = {
  routes: notificationsRoutes,
  tables: [notifications],
  reactions: [tellOfEvents],
  erase: eraseOfCase,
};
