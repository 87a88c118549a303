import type { FastifyInstance } from "fastify";
import { applicantsApi } from "contract/applicants";
import { clientInfoOf } from "#server/core/client-info.ts";
import { register } from "#server/http/routes.ts";
import * as applicants from "./applicants.service.ts";
import * as passports from "./passports.service.ts";

export function applicantsRoutes(app: FastifyInstance): void {
  register(app, applicantsApi, {
    list: ({ actor, subject }) => applicants.list(actor, subject.id),
    listByCaseCode: ({ actor, subject }) => applicants.list(actor, subject.id),
    save: ({ actor, subject, body }) =>
      applicants.save(actor, { caseId: subject.id, rows: body.applicants }),
    saveByCaseCode: ({ actor, subject, body }) =>
      applicants.save(actor, { caseId: subject.id, rows: body.applicants }),
    update: ({ actor, subject, body, basedOn }) =>
      applicants.update(actor, {
        id: subject.id,
        caseId: subject.caseId,
        changes: body,
        basedOn,
      }),
    passport: ({ actor, subject, request }) =>
      passports.showNumber(actor, {
        id: subject.id,
        caseId: subject.caseId,
        reader: clientInfoOf(request),
      }),
  });
}
