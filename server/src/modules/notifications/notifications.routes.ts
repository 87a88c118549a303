import type { FastifyInstance } from "fastify";
import { notificationsApi } from "contract/notifications";
import { register } from "#server/http/routes.ts";
import * as notifications from "./notifications.service.ts";

export function notificationsRoutes(app: FastifyInstance): void {
  register(app, notificationsApi, {
    list: ({ actor, query }) => notifications.list(actor, query),
    count: async ({ actor }) => ({ unread: await notifications.count(actor) }),
    markRead: async ({ actor, body }) => ({ unread: await notifications.markRead(actor, body) }),
  });
}
