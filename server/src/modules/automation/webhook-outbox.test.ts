import { desc, eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { documentsApi } from "contract/documents";
import { invoicesApi } from "contract/invoices";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { webhookLogs, type WebhookLogRow } from "#server/database/tables/webhook-logs.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { record } from "#server/events/record.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { openWebhookReceiver, type WebhookReceiver } from "#testing/webhook-receiver.ts";

let portal: TestApp;
let service: WebhookReceiver;
let admin: TestClient;
const email = "ada@bureau.example";
beforeAll(async () => {
  service = await openWebhookReceiver();
  portal = await openTestApp({
    settings: {
      ALLOW_LOOPBACK_WEBHOOK: "on",
      WEBHOOK_URL_CASE_CREATION: service.url,
      WEBHOOK_URL_INVOICE_PAYMENT: service.url,
      WEBHOOK_URL_DOCUMENT_UPLOAD: service.url,
    },
  });
  admin = await portal.as(await buildAdmin({ email }));
});
afterAll(async () => {
  await portal.close();
  await service.close();
});
beforeEach(async () => {
  await runDueJobs();
  service.heard.length = 0;
});

type Message = { type: string; timestamp: string; data: Record<string, unknown> };
const logsOf = (caseId: number): Promise<WebhookLogRow[]> =>
  runtime.database
    .select()
    .from(webhookLogs)
    .where(eq(webhookLogs.caseId, caseId))
    .orderBy(desc(webhookLogs.id));
/** What arrived, checked as a receiver would check it. */
const arrived = async (): Promise<Message[]> => {
  await runDueJobs();
  const verifier = new Webhook(runtime.config.webhooks.secret);
  return service.heard.map(({ body, headers }) =>
    verifier.verify(body, headers as Record<string, string>),
  ) as Message[];
};

describe("the automation service is told", () => {
  it(
    "of a new case, signed, with its ids and nobody's name",
    { tags: ["I-HOOK-011", "I-DATA-161", "I-DATA-164..165", "I-DATA-172", "S-18", "D-154"] },
    async () => {
      const created = await admin.call(casesApi.create, {
        body: {
          title: "Layla Haddad - Citizenship",
          numberOfApplicants: 2,
          nationality: "Lebanese",
          gender: "Ms.",
          citizenshipProgram: "nauru",
          assignedUsers: [],
        },
      });
      const [message, ...more] = await arrived();
      expect(more).toEqual([]);
      expect(message).toEqual({
        type: "case.created",
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        data: {
          event: "case_created",
          case: { id: created.id, caseId: created.caseId },
          status: "onboarding",
          citizenshipProgram: "nauru",
          numberOfApplicants: 2,
        },
      });
      expect(service.heard[0]?.headers["content-type"]).toBe("application/json");
      expect(service.heard[0]?.body).not.toMatch(/Layla|Haddad|Lebanese/);
      const [log] = await logsOf(created.id);
      expect(log).toMatchObject({
        type: "case_creation",
        status: "success",
        caseTitle: "Layla Haddad - Citizenship",
        webhookUrl: service.url.replace("?token=secret", ""),
        messageId: service.heard[0]?.headers["webhook-id"],
        attemptCount: 1,
        httpStatus: 200,
        response: "ok",
        errorMessage: null,
        nextAttemptAt: null,
        triggeredBy: email,
      });
      expect(log?.responseTime).toBeGreaterThanOrEqual(0);
    },
  );

  it(
    "of a new invoice and of its payment, under one type",
    { tags: ["I-HOOK-012", "D-152", "S-42", "S-43"] },
    async () => {
      const caseFile = await buildCase();
      const created = await admin.call(invoicesApi.create, {
        body: {
          caseId: caseFile.id,
          caseTitle: "Layla Haddad",
          stage: "Stage 2",
          invoiceId: "S2-2026-0100",
          usdFee: 100_000,
          address: "Villa 7, Dubai",
        },
      });
      const params = { invoiceId: created.id };
      await admin.call(invoicesApi.updateStatus, { params, body: { status: "Funds Processed" } });
      await admin.call(invoicesApi.updateStatus, { params, body: { status: "Paid by client" } });
      await admin.call(invoicesApi.update, { params: { id: created.id }, body: { usdFee: 1 } });
      // Order is not promised.
      const messages = await arrived();
      expect(messages).toHaveLength(2);
      const saying = (event: string) => messages.find(({ data }) => data["event"] === event);
      expect(saying("invoice_created")).toMatchObject({
        type: "invoice.status_changed",
        data: {
          event: "invoice_created",
          case: { id: caseFile.id, caseId: caseFile.caseId },
          invoice: { id: created.id, invoiceId: "S2-2026-0100", status: "Sent", totalFee: 100_000 },
        },
      });
      expect(saying("invoice_paid")).toMatchObject({
        type: "invoice.status_changed",
        data: { event: "invoice_paid", invoice: { id: created.id, status: "Paid by client" } },
      });
      expect(service.heard.map(({ body }) => body).join("")).not.toMatch(/Haddad|Villa/);
      const logs = await logsOf(caseFile.id);
      expect(logs.map(({ type, payload }) => [type, payload["event"]])).toEqual([
        ["invoice_payment", "invoice_paid"],
        ["invoice_payment", "invoice_created"],
      ]);
    },
  );

  it(
    "of a payment also when the edit form has set the status, and not when it was set already",
    { tags: ["D-021"] },
    async () => {
      const invoice = await buildInvoice();
      const paid = { params: { id: invoice.id }, body: { status: "Paid by client" as const } };
      await admin.call(invoicesApi.update, paid);
      await admin.call(invoicesApi.update, { ...paid, leavesNoEvent: true });
      expect(await arrived()).toMatchObject([{ data: { event: "invoice_paid" } }]);
    },
  );

  it("of uploaded documents once per request", { tags: ["I-HOOK-013", "S-26"] }, async () => {
    const caseFile = await buildCase();
    const bytes = await samplePdf();
    await admin.call(documentsApi.upload, {
      params: { id: caseFile.id },
      files: ["one.pdf", "two.pdf"].map((name) => ({ field: "files", name, bytes })),
      fields: { category: "passport" },
    });
    const messages = await arrived();
    expect(messages).toMatchObject([
      { type: "document.uploaded", data: { event: "document_uploaded", category: "passport" } },
    ]);
    expect(messages[0]?.data["documentIds"]).toHaveLength(2);
    expect(service.heard[0]?.body).not.toContain("one.pdf");
  });

  it(
    "nothing of a type without an address, and nothing is logged",
    { tags: ["D-153"] },
    async () => {
      const caseFile = await buildCase();
      await admin.call(casesApi.updateStatus, {
        params: { caseId: caseFile.caseId },
        body: { status: "hold" },
      });
      expect(await arrived()).toEqual([]);
      expect(await logsOf(caseFile.id)).toEqual([]);
    },
  );

  it("nothing of a change that was refused", async () => {
    const { id } = await buildCase();
    const taken = await buildInvoice();
    await admin.refused(409, invoicesApi.create, {
      body: {
        caseId: id,
        caseTitle: "Title",
        stage: "Stage 1",
        invoiceId: taken.invoiceId,
        usdFee: 1,
      },
    });
    expect(await arrived()).toEqual([]);
    expect(await logsOf(id)).toEqual([]);
  });

  it("without ever holding up the change: the answer does not wait for the service", async () => {
    service.answer(500);
    const { id } = await buildInvoice();
    const answer = await admin.send(invoicesApi.updateStatus, {
      params: { invoiceId: id },
      body: { status: "Paid by client" },
    });
    expect(answer.status).toBe(200);
    expect(service.heard).toEqual([]);
    service.answer(200);
  });

  it("the essence only, when a message would be longer than 20 kB", async () => {
    const caseFile = await buildCase();
    const documentIds = Array.from({ length: 5000 }, (_, index) => index);
    await inTransaction((tx) =>
      record(tx, system, {
        name: "document.uploaded",
        case: caseFile,
        entries: [],
        data: { documentIds, category: "uncategorized" },
      }),
    );
    const [message] = await arrived();
    const { id, caseId } = caseFile;
    expect(message?.data).toEqual({ event: "document_uploaded", case: { id, caseId } });
    expect(await logsOf(id)).toMatchObject([{ triggeredBy: "system" }]);
  });
});
