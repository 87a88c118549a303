import type { FastifyInstance, FastifyReply } from "fastify";
import { agreementsApi } from "contract/agreements";
import { notFound } from "#server/core/errors.ts";
import { accessContextOf } from "#server/files/access-context.ts";
import { sendElsewhere } from "#server/files/elsewhere.ts";
import { type Disposition, sendFile } from "#server/files/serve.ts";
import { register } from "#server/http/routes.ts";
import * as agreements from "./agreements.service.ts";

export function agreementsRoutes(app: FastifyInstance): void {
  register(app, agreementsApi, {
    list: ({ actor, subject }) => agreements.listOfCase(actor, subject.caseId),
    uploadPdf: ({ actor, subject, files }) =>
      agreements.upload(actor, { caseId: subject.caseId, files }),
    upload: async ({ actor, subject, files }) => {
      const [uploaded] = await agreements.upload(actor, { caseId: subject.caseId, files });
      if (!uploaded) throw notFound("agreement");
      return uploaded;
    },
    view: async ({ actor, subject, request, reply }) => {
      const opened = await agreements.openForView(actor, { subject, ...accessContextOf(request) });
      await send(reply, opened, "inline");
    },
    download: async ({ actor, subject, request, reply }) => {
      const opened = await agreements.openForDownload(actor, {
        subject,
        ...accessContextOf(request),
      });
      await send(reply, opened, "attachment");
    },
    remove: async ({ actor, subject }) => {
      await agreements.remove(actor, subject);
      return { message: "Service agreement deleted" };
    },
  });
}

/** S-34: what lives elsewhere is opened there, by the browser. */
async function send(
  reply: FastifyReply,
  opened: agreements.OpenedAgreement,
  disposition: Disposition,
): Promise<void> {
  if ("url" in opened) await sendElsewhere(reply, opened.url);
  else await sendFile(reply, opened.file, { disposition, downloadName: opened.name });
}
