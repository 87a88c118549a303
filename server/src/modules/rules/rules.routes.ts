import type { FastifyInstance } from "fastify";
import { rulesApi } from "contract/rules";
import { register } from "#server/http/routes.ts";
import { preview } from "./rules.preview.ts";
import * as rules from "./rules.service.ts";

export function rulesRoutes(app: FastifyInstance): void {
  register(app, rulesApi, {
    list: ({ actor, query }) =>
      rules.list(actor, { program: query.program ?? null, withRetired: query.retired === "1" }),
    create: ({ actor, body }) => rules.create(actor, body),
    update: ({ actor, params, body, basedOn }) =>
      rules.update(actor, { id: params.id, changes: body, basedOn }),
    retire: ({ actor, params }) => rules.retire(actor, params.id),
    restore: ({ actor, params }) => rules.restore(actor, params.id),
    preview: ({ actor, body }) => preview(actor, body),
    listChanges: ({ actor, params }) => rules.listChanges(actor, params.id),
  });
}
