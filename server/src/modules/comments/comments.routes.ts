import type { FastifyInstance } from "fastify";
import { commentsApi } from "contract/comments";
import { accessContextOf } from "#server/files/access-context.ts";
import { sendFile } from "#server/files/serve.ts";
import { type Call, register } from "#server/http/routes.ts";
import * as pages from "./comment-pages.service.ts";
import * as comments from "./comments.service.ts";

export function commentsRoutes(app: FastifyInstance): void {
  register(app, commentsApi, {
    list: ({ actor, subject }) => comments.list(actor, subject.id),
    listByCaseCode: ({ actor, subject }) => comments.list(actor, subject.id),
    page: ({ actor, subject, query }) => pages.page(actor, subject.id, query),
    pageByCaseCode: ({ actor, subject, query }) => pages.page(actor, subject.id, query),
    create,
    createByCaseCode: create,
    getUnreadCount,
    getUnreadCountByCaseCode: getUnreadCount,
    markRead,
    markReadByCaseCode: markRead,
    react: ({ actor, subject, body }) => comments.react(actor, { subject, emoji: body.emoji }),
    downloadAttachment: async ({ actor, params, request, reply }) => {
      const wanted = { fileName: params.fileName, ...accessContextOf(request) };
      const { file, downloadName } = await comments.openAttachment(actor, wanted);
      await sendFile(reply, file, { disposition: "attachment", downloadName });
    },
  });
}

type CaseCall<Verb extends keyof typeof commentsApi> = Pick<
  Call<(typeof commentsApi)[Verb]>,
  "actor" | "body" | "files" | "subject"
>;

function create({ actor, subject, body, files }: CaseCall<"create">) {
  return comments.create(actor, { ...body, caseId: subject.id, files });
}

async function getUnreadCount({ actor, subject }: CaseCall<"getUnreadCount">) {
  return { unreadCount: await comments.getUnreadCount(actor, subject.id) };
}

async function markRead({ actor, subject, body }: CaseCall<"markRead">) {
  const reading = { caseId: subject.id, commentIds: body?.commentIds ?? [], upTo: body?.upTo };
  return { unreadCount: await comments.markRead(actor, reading) };
}
