import type { FastifyInstance } from "fastify";
import { activityApi } from "contract/activity";
import { register } from "#server/http/routes.ts";
import * as activity from "./activity.service.ts";

export function activityRoutes(app: FastifyInstance): void {
  register(app, activityApi, {
    list: ({ actor, subject, query }) => activity.list(actor, { ...query, caseId: subject.id }),
    listByCaseCode: ({ actor, subject, query }) =>
      activity.list(actor, { ...query, caseId: subject.id }),
    listNotes: ({ actor, subject }) => activity.listNotes(actor, subject.id),
    listNotesByCaseCode: ({ actor, subject }) => activity.listNotes(actor, subject.id),
    createNote: ({ actor, subject, body }) =>
      activity.createNote(actor, { caseId: subject.id, message: body.message }),
    createNoteByCaseCode: ({ actor, subject, body }) =>
      activity.createNote(actor, { caseId: subject.id, message: body.message }),
  });
}
