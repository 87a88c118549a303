import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { importsApi } from "contract/imports";
import { contentDisposition } from "#server/files/names.ts";
import { fileHeaders } from "#server/files/serve.ts";
import { Answer, register } from "#server/http/routes.ts";
import * as steps from "./import-steps.service.ts";
import * as imports from "./imports.service.ts";
import { listRows, problemsFile } from "./listed-rows.ts";
import * as scans from "./scans.service.ts";

const contentTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

export function importsRoutes(app: FastifyInstance): void {
  register(app, importsApi, {
    list: ({ actor, query }) => imports.list(actor, query),
    create: ({ actor, body, files }) => imports.create(actor, { kind: body.kind, files }),
    template: async ({ actor, query, reply }) => {
      await sendFile(reply, imports.template(actor, query), {
        name: query.format === "xlsx" ? "import.xlsx" : `${query.kind}.csv`,
        type: contentTypes[query.format],
      });
    },
    get: ({ actor, params }) => imports.get(actor, params.id),
    remove: async ({ actor, params }) => {
      await imports.remove(actor, params.id);
      return { message: "Import deleted" };
    },
    saveMapping: ({ actor, params, body, basedOn }) =>
      imports.saveMapping(actor, { id: params.id, ...body, basedOn }),
    rows: async ({ actor, params, query, reply }) => {
      if (query.format === undefined) return listRows(actor, { id: params.id, ...query });
      const content = await problemsFile(actor, params.id);
      return sendFile(reply, content, { name: "problems.csv", type: contentTypes.csv });
    },
    placeRow: ({ actor, params, body }) => scans.place(actor, { ...params, place: body }),
    addFile: async ({ actor, params, body, files }) => {
      const { row, isNew } = await scans.addFile(actor, { id: params.id, path: body.path, files });
      return new Answer(isNew ? 201 : 200, row);
    },
    start: ({ actor, params, body }) =>
      steps.start(actor, params.id, body?.withoutBlocked === true),
    pause: ({ actor, params }) => steps.pause(actor, params.id),
    finish: ({ actor, params }) => steps.finish(actor, params.id),
    undo: ({ actor, params }) => steps.undo(actor, params.id),
  });
}

type Named = { name: string; type: string };

async function sendFile(
  reply: FastifyReply,
  content: string | Readable | Promise<string | Buffer>,
  { name, type }: Named,
): Promise<FastifyReply> {
  return reply
    .headers(fileHeaders)
    .header("content-type", type)
    .header("content-disposition", contentDisposition("attachment", name))
    .send(await content);
}
