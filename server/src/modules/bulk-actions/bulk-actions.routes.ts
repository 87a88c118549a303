import type { FastifyInstance } from "fastify";
import { type Bulk, bulkActionsApi } from "contract/bulk-actions";
import { Answer, register } from "#server/http/routes.ts";
import * as bulkActions from "./bulk-actions.service.ts";

export function bulkActionsRoutes(app: FastifyInstance): void {
  register(app, bulkActionsApi, {
    start: async ({ actor, body }) => answerFor(await bulkActions.start(actor, body)),
    get: ({ actor, params }) => bulkActions.get(actor, params.id),
    undo: async ({ actor, params }) => answerFor(await bulkActions.undo(actor, params.id)),
  });
}

function answerFor(bulk: Bulk): Answer<Bulk> {
  return new Answer(bulk.state === "done" ? 200 : 202, bulk);
}
