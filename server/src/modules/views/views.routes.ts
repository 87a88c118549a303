import type { FastifyInstance } from "fastify";
import { viewsApi } from "contract/views";
import { register } from "#server/http/routes.ts";
import * as views from "./views.service.ts";

export function viewsRoutes(app: FastifyInstance): void {
  register(app, viewsApi, {
    list: ({ actor, query }) => views.list(actor, query.screen),
    create: ({ actor, body }) => views.create(actor, body),
    update: ({ actor, params, body, basedOn }) =>
      views.update(actor, { id: params.id, changes: body, basedOn }),
    remove: async ({ actor, params }) => {
      await views.remove(actor, params.id);
      return { message: "View deleted" };
    },
  });
}
