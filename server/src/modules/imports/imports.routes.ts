import type { FastifyInstance } from "fastify";
import { importsApi } from "contract/imports";
import { contentDisposition } from "#server/files/names.ts";
import { fileHeaders } from "#server/files/serve.ts";
import { register } from "#server/http/routes.ts";
import * as steps from "./import-steps.service.ts";
import * as imports from "./imports.service.ts";

export function importsRoutes(app: FastifyInstance): void {
  register(app, importsApi, {
    list: ({ actor, query }) => imports.list(actor, query),
    create: ({ actor, files }) => imports.create(actor, files),
    template: async ({ actor, query, reply }) => {
      const text = imports.template(actor, query.kind);
      await reply
        .headers(fileHeaders)
        .header("content-type", "text/csv; charset=utf-8")
        .header("content-disposition", contentDisposition("attachment", `${query.kind}.csv`))
        .send(text);
    },
    get: ({ actor, params }) => imports.get(actor, params.id),
    remove: async ({ actor, params }) => {
      await imports.remove(actor, params.id);
      return { message: "Import deleted" };
    },
    saveMapping: ({ actor, params, body, basedOn }) =>
      imports.saveMapping(actor, { id: params.id, ...body, basedOn }),
    rows: ({ actor, params, query }) => imports.listRows(actor, { id: params.id, ...query }),
    start: ({ actor, params, body }) =>
      steps.start(actor, params.id, body?.withoutBlocked === true),
    pause: ({ actor, params }) => steps.pause(actor, params.id),
    finish: ({ actor, params }) => steps.finish(actor, params.id),
    undo: ({ actor, params }) => steps.undo(actor, params.id),
  });
}
