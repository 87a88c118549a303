import type { FastifyInstance } from "fastify";
import { caseListsApi } from "contract/case-lists";
import { casesApi } from "contract/cases";
import { badField } from "#server/core/errors.ts";
import { Answer, register } from "#server/http/routes.ts";
import * as assignments from "./assignments.service.ts";
import * as lists from "./case-lists.service.ts";
import * as cases from "./cases.service.ts";

export function casesRoutes(app: FastifyInstance): void {
  register(app, caseListsApi, {
    page: ({ actor, query }) => lists.page(actor, query),
    counts: ({ actor, query }) => lists.counts(actor, query),
    rows: ({ actor, query }) => lists.rows(actor, query),
  });
  register(app, casesApi, {
    list: ({ actor }) => cases.list(actor),
    create: ({ actor, body }) => cases.create(actor, body),
    get: ({ actor, subject }) => cases.get(actor, subject.id),
    update: ({ actor, subject, body, basedOn }) =>
      cases.update(actor, { id: subject.id, changes: body, basedOn }),
    updateMeta: ({ actor, subject, body, basedOn }) =>
      cases.update(actor, { id: subject.id, changes: body, basedOn }),
    updateStatus: ({ actor, subject, body, basedOn }) =>
      cases.update(actor, { id: subject.id, changes: body, basedOn }),
    updateCode: ({ actor, subject, body, basedOn }) =>
      cases.update(actor, { id: subject.id, changes: body, basedOn }),
    updateCodeByCaseCode: ({ actor, subject, body, basedOn }) =>
      cases.update(actor, { id: subject.id, changes: body, basedOn }),
    remove: async ({ actor, subject }) => {
      await cases.remove(actor, subject.id);
      return { message: "Case deleted" };
    },
    assign: async ({ actor, subject, body }) => {
      const { isNew, assignedUsers } = await assignments.assign(actor, {
        caseId: subject.id,
        userId: body.userId,
      });
      return new Answer(isNew ? 201 : 200, assignedUsers);
    },
    unassign: ({ actor, subject, body, query }) => {
      const userId = body?.userId ?? query.userId;
      if (userId === undefined) throw badField("userId", "Invalid user");
      return assignments.unassign(actor, { caseId: subject.id, userId });
    },
  });
}
