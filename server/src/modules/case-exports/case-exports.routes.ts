import type { FastifyInstance } from "fastify";
import { caseExportsApi } from "contract/case-exports";
import { accessContextOf } from "#server/files/access-context.ts";
import { sendArchive } from "#server/files/zip.ts";
import { register } from "#server/http/routes.ts";
import { openCase } from "./case-exports.service.ts";

export function caseExportsRoutes(app: FastifyInstance): void {
  register(app, caseExportsApi, {
    download: async ({ actor, subject, query, request, reply }) => {
      const { fileName, members } = await openCase(actor, {
        caseId: subject.id,
        audience: query.audience,
        ...accessContextOf(request),
      });
      await sendArchive(reply, members, { fileName, userId: actor.id });
    },
  });
}
