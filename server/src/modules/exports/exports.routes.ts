import type { FastifyInstance } from "fastify";
import { exportsApi } from "contract/exports";
import { notFoundWith } from "#server/core/errors.ts";
import { register } from "#server/http/routes.ts";
import * as ofCases from "./case-lists.ts";
import { caseOf, sendList } from "./exports.service.ts";
import * as ofCase from "./lists-of-case.ts";
import * as others from "./other-lists.ts";

export function exportsRoutes(app: FastifyInstance): void {
  register(app, exportsApi, {
    cases: (call) => sendList("cases", call, () => ofCases.listCases(call.actor, call.query)),
    people: (call) => sendList("people", call, () => ofCases.listPeople(call.actor, call.query)),
    documents: (call) =>
      sendList("documents", call, () => ofCases.listDocuments(call.actor, call.query)),
    statusDurations: (call) =>
      sendList("statusDurations", call, () => ofCases.listDurations(call.actor, call.query)),
    invoices: (call) =>
      sendList("invoices", call, () => others.listInvoices(call.actor, call.query)),
    users: (call) => sendList("users", call, () => others.listUsers(call.actor, call.query)),
    reviews: (call) => sendList("reviews", call, () => others.listReviews(call.actor, call.query)),
    webhookLogs: (call) => sendList("webhookLogs", call, () => others.listWebhookLogs(call.query)),
    activity: (call) =>
      sendList("activity", call, async () =>
        ofCase.listActivity(await caseOf(call.actor, call.query)),
      ),
    messages: (call) =>
      sendList("messages", call, async () =>
        ofCase.listMessages(await caseOf(call.actor, call.query)),
      ),
    unknown: () => {
      throw notFoundWith("Unknown list");
    },
  });
}
