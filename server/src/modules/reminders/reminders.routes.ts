import type { FastifyInstance } from "fastify";
import { remindersApi } from "contract/reminders";
import { register } from "#server/http/routes.ts";
import * as reminders from "./case-reminders.service.ts";
import { preview, remind } from "./remind-now.service.ts";
import { getSchedule, setSchedule } from "./schedule.service.ts";
import { list } from "./upcoming.queries.ts";

export function remindersRoutes(app: FastifyInstance): void {
  register(app, remindersApi, {
    get: ({ actor, subject }) => reminders.get(actor, subject.id),
    getByCaseCode: ({ actor, subject }) => reminders.get(actor, subject.id),
    plan: ({ actor, subject, body, basedOn }) =>
      reminders.setPlan(actor, { caseId: subject.id, changes: body, basedOn }),
    planByCaseCode: ({ actor, subject, body, basedOn }) =>
      reminders.setPlan(actor, { caseId: subject.id, changes: body, basedOn }),
    preview: ({ actor, subject, query }) => preview(actor, { caseId: subject.id, ...query }),
    previewByCaseCode: ({ actor, subject, query }) =>
      preview(actor, { caseId: subject.id, ...query }),
    remind: ({ actor, subject, body }) => remind(actor, { caseId: subject.id, ...body }),
    remindByCaseCode: ({ actor, subject, body }) => remind(actor, { caseId: subject.id, ...body }),
    list: ({ actor, query }) => list(actor, query),
    schedule: ({ actor }) => getSchedule(actor),
    setSchedule: ({ actor, body, query, basedOn }) =>
      setSchedule(actor, { input: body, basedOn, isDry: query.dryRun === "1" }),
  });
}
