import type { FastifyInstance } from "fastify";
import { checklistApi } from "contract/checklist";
import { accessContextOf } from "#server/files/access-context.ts";
import { sendDrawn } from "#server/files/papers/send-drawn.ts";
import { register } from "#server/http/routes.ts";
import * as checklist from "./checklist.service.ts";
import * as decisions from "./decisions.service.ts";
import * as extras from "./extras.service.ts";
import { drawMissingList, openMissingList } from "./missing-list.service.ts";
import { setSubmission } from "./submission.service.ts";

export function checklistRoutes(app: FastifyInstance): void {
  register(app, checklistApi, {
    get: ({ actor, subject }) => checklist.get(actor, subject.id),
    getByCaseCode: ({ actor, subject }) => checklist.get(actor, subject.id),
    decide: ({ actor, subject, params, body, basedOn }) =>
      decisions.decide(actor, { caseId: subject.id, key: params.key, changes: body, basedOn }),
    addExtra: ({ actor, subject, body }) => extras.add(actor, { caseId: subject.id, input: body }),
    updateExtra: ({ actor, subject, params, body, basedOn }) =>
      extras.update(actor, {
        caseId: subject.id,
        extraId: params.extraId,
        changes: body,
        basedOn,
      }),
    removeExtra: async ({ actor, subject, params }) => {
      await extras.remove(actor, { caseId: subject.id, extraId: params.extraId });
      return { message: "Request withdrawn" };
    },
    setSubmission: ({ actor, subject, body }) =>
      setSubmission(actor, { caseId: subject.id, submissionOn: body.submissionOn }),
    downloadMissing: async ({ actor, subject, request, reply }) => {
      const { sheet, fileName } = await openMissingList(actor, {
        caseId: subject.id,
        ...accessContextOf(request),
      });
      await sendDrawn(reply, { name: fileName, draw: () => drawMissingList(sheet) });
    },
  });
}
