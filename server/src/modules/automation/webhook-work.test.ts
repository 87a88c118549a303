import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { invoicesApi } from "contract/invoices";
import { runtime } from "#server/core/runtime.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { openWebhookReceiver, type WebhookReceiver } from "#testing/webhook-receiver.ts";

let portal: TestApp;
let service: WebhookReceiver;
beforeAll(async () => {
  service = await openWebhookReceiver();
  portal = await openTestApp({
    work: true,
    settings: { ALLOW_LOOPBACK_WEBHOOK: "on", WEBHOOK_URL_INVOICE_PAYMENT: service.url },
  });
});
afterAll(async () => {
  await portal.close();
  await service.close();
});

it(
  "tells the automation service by itself, and again when the first attempt fails, each message at least once",
  { tags: ["reliability-11"] },
  async () => {
    const admin = await portal.as(await buildAdmin());
    const refusedIds = new Set<unknown>();
    service.answer((request, response) => {
      const id = request.headers["webhook-id"];
      const isFirst = !refusedIds.has(id);
      refusedIds.add(id);
      response.writeHead(isFirst ? 500 : 204).end();
    });
    for (let index = 0; index < 5; index += 1) {
      const { id } = await buildInvoice();
      await admin.call(invoicesApi.updateStatus, {
        params: { invoiceId: id },
        body: { status: "Paid by client" },
      });
    }
    const delivered = () => runtime.database.$count(webhookLogs, eq(webhookLogs.status, "success"));
    await expect.poll(delivered, { timeout: 15_000, interval: 100 }).toBe(5);
    const ids = service.heard.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(5);
    expect(ids).toHaveLength(10);
  },
);
