import type { FastifyInstance } from "fastify";
import { automationApi } from "contract/automation";
import { accessContextOf } from "#server/files/access-context.ts";
import { Answer, register } from "#server/http/routes.ts";
import { getInvoiceToPrint } from "#server/modules/invoices/invoice-to-print.service.ts";
import * as automation from "./automation.service.ts";
import * as deliveries from "./deliveries.service.ts";

export function automationRoutes(app: FastifyInstance): void {
  register(app, automationApi, {
    listLogs: async ({ actor, query }) => ({ logs: await automation.listLogs(actor, query.limit) }),
    resend: async ({ actor, params }) => {
      await automation.resend(actor, params.id);
      return { message: "The message is being sent again" };
    },
    getInvoice: ({ actor, subject, request }) =>
      getInvoiceToPrint(actor, { subject, ...accessContextOf(request) }),
    deliverInvoiceFile: async ({ actor, subject, body, files }) =>
      answerOf(await deliveries.deliverInvoiceFile(actor, { subject, body, files })),
    deliverAgreement: async ({ actor, subject, body, files }) =>
      answerOf(await deliveries.deliverAgreement(actor, { subject, body, files })),
  });
}

/** What was there already is answered, but nothing was created. */
function answerOf<Record>({ record, isNew }: deliveries.Delivered<Record>): Answer<Record> {
  return new Answer(isNew ? 201 : 200, record);
}
