import type { FastifyInstance } from "fastify";
import { documentsApi } from "contract/documents";
import { accessContextOf } from "#server/files/access-context.ts";
import { sendFile } from "#server/files/serve.ts";
import { sendZip } from "#server/files/zip.ts";
import { register } from "#server/http/routes.ts";
import { listAccessLog } from "./document-access.service.ts";
import * as downloads from "./document-downloads.service.ts";
import { upload } from "./document-upload.service.ts";
import * as documents from "./documents.service.ts";
import * as reviews from "./reviews.service.ts";

export function documentsRoutes(app: FastifyInstance): void {
  register(app, documentsApi, {
    upload: ({ actor, subject, body, files }) =>
      upload(actor, { caseId: subject.caseId, form: body, files }),
    view: async ({ actor, subject, request, reply }) => {
      const { row, file } = await downloads.openForView(actor, {
        subject,
        ...accessContextOf(request),
      });
      await sendFile(reply, file, { disposition: "inline", downloadName: row.originalName });
    },
    download: async ({ actor, subject, request, reply }) => {
      const { row, file } = await downloads.openForDownload(actor, {
        subject,
        ...accessContextOf(request),
      });
      await sendFile(reply, file, { disposition: "attachment", downloadName: row.originalName });
    },
    listAccessLog: ({ actor, subject }) => listAccessLog(actor, subject),
    rename: ({ actor, subject, basedOn, body }) =>
      documents.rename(actor, { subject, basedOn, newName: body.newName }),
    categorize: ({ actor, subject, basedOn, body }) =>
      documents.categorize(actor, {
        subject,
        basedOn,
        category: body.category,
        newName: body.newName ?? null,
      }),
    assign: ({ actor, subject, basedOn, body }) =>
      documents.assign(actor, {
        subject,
        basedOn,
        assignedTo: body.assignedTo,
        newName: body.newName ?? null,
      }),
    approve: ({ actor, subject }) => reviews.approve(actor, subject),
    remove: async ({ actor, subject }) => {
      const dossiers = await documents.remove(actor, subject);
      return { message: "Document deleted", dossiers };
    },
    downloadStage: async ({ actor, subject, query, request, reply }) => {
      const archive = await downloads.openStage(actor, {
        caseId: subject.caseId,
        stage: query.stage,
        fileName: query.filename ?? null,
        ...accessContextOf(request),
      });
      const members = archive.members.map(({ row, file }) => ({ file, name: row.originalName }));
      await sendZip(reply, members, { fileName: archive.fileName, userId: actor.id });
    },
  });
}
