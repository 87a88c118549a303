import type { FastifyInstance } from "fastify";
import { bureauApi } from "contract/bureau";
import { sendFile } from "#server/files/serve.ts";
import { register } from "#server/http/routes.ts";
import * as bureau from "./bureau.service.ts";

export function bureauRoutes(app: FastifyInstance): void {
  register(app, bureauApi, {
    get: ({ actor }) => bureau.get(actor),
    update: ({ actor, body, basedOn }) => bureau.update(actor, { input: body, basedOn }),
    getLogo: async ({ query, reply }) => {
      const file = await bureau.findLogo(query.theme);
      await sendFile(reply, file, { disposition: "inline", downloadName: "logo.png" });
    },
    uploadLogo: async ({ actor, query, files }) => {
      await bureau.storeLogo(actor, query.theme, files);
      return { message: "Logo saved" };
    },
    removeLogo: async ({ actor, query }) => {
      await bureau.removeLogo(actor, query.theme);
      return { message: "Logo removed" };
    },
  });
}
