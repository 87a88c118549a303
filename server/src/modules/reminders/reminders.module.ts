import "./reminders.jobs.ts";
import { eq } from "drizzle-orm";
import { pathOf } from "contract/endpoint";
import { remindersApi } from "contract/reminders";
import { deadlineNotices } from "#server/database/tables/deadline-notices.ts";
import { reminderPlans } from "#server/database/tables/reminder-plans.ts";
import { reminderSchedules } from "#server/database/tables/reminder-schedules.ts";
import { reminders } from "#server/database/tables/reminders.ts";
import type { CaseQueryDefinitions, EventDefinitions } from "#server/events/definitions.ts";
import type { Module } from "#server/modules/module.ts";
import { tellDeadline } from "./deadlines.ts";
import { followEvents, followReadiness } from "./follow-events.ts";
import { remindersRoutes } from "./reminders.routes.ts";

const queries = {
  reminders: ({ id, caseId }) => [
    {
      readers: "staff",
      keys: [
        `${pathOf(remindersApi.get, { id })}*`,
        `${pathOf(remindersApi.getByCaseCode, { caseId })}*`,
        `${remindersApi.list.path}*`,
      ],
    },
  ],
} satisfies CaseQueryDefinitions;

const events = {
  "reminders.sent": { refreshes: ["reminders"] },
  "reminders.changed": { refreshes: ["reminders"] },
  "reminders.deadline": { refreshes: [], tells: tellDeadline },
} satisfies EventDefinitions;

type Queries = typeof queries;
type Events = typeof events;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const remindersModule: Module = {
  routes: remindersRoutes,
  tables: [deadlineNotices, reminderPlans, reminderSchedules, reminders],
  queries,
  events,
  reactions: [followEvents],
  followsReadiness: followReadiness,
  /** That somebody was reminded stays; what was written beside it goes. */
  erase: async (tx, _actor, { id }) => {
    await tx.update(reminders).set({ note: null }).where(eq(reminders.caseId, id));
    return 0;
  },
};
