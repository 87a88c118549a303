import type { FastifyInstance } from "fastify";
import { samplesApi } from "contract/samples";
import { sendFile } from "#server/files/serve.ts";
import { register } from "#server/http/routes.ts";
import * as samples from "./samples.service.ts";

export function samplesRoutes(app: FastifyInstance): void {
  register(app, samplesApi, {
    list: ({ query }) => samples.list(query.program ?? null),
    upload: ({ actor, body, files }) => samples.upload(actor, { ...body, files }),
    download: async ({ params, reply }) => {
      const { row, file } = await samples.open(params.idOrName);
      await sendFile(reply, file, { disposition: "attachment", downloadName: row.originalName });
    },
    view: async ({ params, reply }) => {
      const { row, file } = await samples.open(params.idOrName);
      await sendFile(reply, file, { disposition: "inline", downloadName: row.originalName });
    },
    remove: async ({ actor, params }) => {
      await samples.remove(actor, params.id);
      return { message: "Sample document deleted" };
    },
  });
}
