import type { FastifyInstance } from "fastify";
import { dossiersApi } from "contract/dossiers";
import { accessContextOf } from "#server/files/access-context.ts";
import { sendFile } from "#server/files/serve.ts";
import { sendZip } from "#server/files/zip.ts";
import { register } from "#server/http/routes.ts";
import { difference } from "./difference.service.ts";
import * as downloads from "./dossier-downloads.service.ts";
import { plan } from "./dossier-plan.service.ts";
import * as dossiers from "./dossiers.service.ts";

export function dossiersRoutes(app: FastifyInstance): void {
  register(app, dossiersApi, {
    list: ({ actor, subject, query }) => dossiers.list(actor, subject.id, query.document),
    listByCaseCode: ({ actor, subject, query }) => dossiers.list(actor, subject.id, query.document),
    plan: ({ actor, subject, query }) =>
      plan(actor, { caseId: subject.id, kind: query.kind, chosen: query.documents ?? [] }),
    build: ({ actor, subject, body }) => dossiers.build(actor, { caseId: subject.id, input: body }),
    get: ({ actor, subject }) => dossiers.get(actor, subject),
    downloadFile: async ({ actor, subject, params, request, reply }) => {
      const { row, file } = await downloads.openFile(actor, {
        subject,
        position: params.position,
        ...accessContextOf(request),
      });
      await sendFile(reply, file, { disposition: "attachment", downloadName: row.name });
    },
    viewFile: async ({ actor, subject, params, request, reply }) => {
      const { row, file } = await downloads.openFile(actor, {
        subject,
        position: params.position,
        isReading: true,
        ...accessContextOf(request),
      });
      await sendFile(reply, file, { disposition: "inline", downloadName: row.name });
    },
    download: async ({ actor, subject, request, reply }) => {
      const { fileName, members, storedAt } = await downloads.openArchive(actor, {
        subject,
        ...accessContextOf(request),
      });
      await sendZip(reply, members, { fileName, userId: actor.id, storedAt });
    },
    difference: ({ actor, subject, query }) =>
      difference(actor, { subject, from: query.from ?? null }),
    cancel: ({ actor, subject }) => dossiers.cancel(actor, subject),
    update: ({ actor, subject, body, basedOn }) =>
      dossiers.update(actor, { subject, changes: body, basedOn }),
    remove: async ({ actor, subject, body }) => {
      await dossiers.remove(actor, { subject, reason: body.reason });
      return { message: "Dossier removed" };
    },
  });
}
