import "./mail.jobs.ts";
import "./tell.jobs.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";
import { notificationPreferences } from "#server/database/tables/notification-preferences.ts";
import { notificationTimers } from "#server/database/tables/notification-timers.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import type { EventDefinitions } from "#server/events/definitions.ts";
import type { DomainEvent } from "#server/events/domain-event.ts";
import type { Telling } from "#server/events/telling.ts";
import type { Module } from "#server/modules/module.ts";
import { eraseOfCase } from "./notification-rows.ts";
import { tellOfEvents } from "./notifications.reaction.ts";
import { notificationsRoutes } from "./notifications.routes.ts";
import { fates } from "./reachability.service.ts";

const events = {
  "notifications.mailFailed": { refreshes: [], tells: tellFailing },
} satisfies EventDefinitions;

type Events = typeof events;

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

/** Not when mails are tried again. */
function tellFailing({ entries }: DomainEvent): Telling | null {
  const { mail, userId } = entries[0]?.metadata ?? {};
  if (mail !== "undeliverable") return null;
  return { kind: "mail_undeliverable", to: ["agents"], about: [{ id: Number(userId) }] };
}

export const notificationsModule: Module = {
  routes: notificationsRoutes,
  tables: [mailRecipients, notificationPreferences, notificationTimers, notifications],
  events,
  reactions: [tellOfEvents],
  mails: fates,
  erase: eraseOfCase,
};
