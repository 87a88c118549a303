import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { automationApi, webhookStatuses, webhookTypes } from "contract/automation";
import { runtime } from "#server/core/runtime.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { openActors } from "#testing/actors.ts";
import { buildWebhookLog } from "#testing/factories/webhook-logs.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await runtime.database.delete(webhookLogs);
});

const listFor = async (reader: TestClient, limit?: string) =>
  (await reader.call(automationApi.listLogs, { query: limit === undefined ? {} : { limit } })).logs;

describe("the log of what the automation service was told", () => {
  it("shows admins everything, newest first", { tags: ["I-HOOK-009", "S-49"] }, async () => {
    const { admin, caseFile } = await openActors(portal);
    const older = await buildWebhookLog({ createdAt: "2026-01-01T08:00:00.000Z" });
    const newer = await buildWebhookLog({
      caseId: caseFile.id,
      caseTitle: caseFile.title,
      type: "status_change",
      status: "retrying",
      errorMessage: "The service answered 500",
      httpStatus: 500,
      attemptCount: 3,
      triggeredBy: "ada@bureau.example",
      createdAt: "2026-01-02T08:00:00.000Z",
    });
    expect(await listFor(admin)).toEqual([
      {
        id: newer.id,
        type: "status_change",
        status: "retrying",
        caseId: caseFile.id,
        caseTitle: caseFile.title,
        errorMessage: "The service answered 500",
        createdAt: "2026-01-02T08:00:00.000Z",
        triggeredBy: "ada@bureau.example",
        httpStatus: 500,
        webhookUrl: "https://automation.example/hook",
        attemptCount: 3,
      },
      expect.objectContaining({ id: older.id, triggeredBy: "system", attemptCount: 1 }),
    ]);
  });

  it(
    "knows four types and three states",
    { tags: ["I-HOOK-011..017", "I-DATA-161..162"] },
    async () => {
      const { admin } = await openActors(portal);
      for (const type of webhookTypes) {
        for (const status of webhookStatuses) await buildWebhookLog({ type, status });
      }
      const logs = await listFor(admin);
      expect(new Set(logs.map(({ type }) => type))).toEqual(
        new Set(["case_creation", "invoice_payment", "document_upload", "status_change"]),
      );
      expect(new Set(logs.map(({ status }) => status))).toEqual(
        new Set(["success", "failed", "retrying"]),
      );
    },
  );

  it(
    "shows others those of their cases, without addresses and errors",
    { tags: ["D-134", "permissions-23"] },
    async () => {
      const { client, agent, strangers, accountant, caseFile } = await openActors(portal);
      const own = await buildWebhookLog({
        caseId: caseFile.id,
        type: "document_upload",
        errorMessage: "The service could not be reached (ECONNREFUSED)",
      });
      await buildWebhookLog({ caseId: null });
      for (const reader of [client, agent]) {
        expect(await listFor(reader)).toMatchObject([
          { id: own.id, webhookUrl: null, errorMessage: null },
        ]);
      }
      for (const stranger of strangers.filter((other) => other !== accountant)) {
        expect(await listFor(stranger)).toEqual([]);
      }
      const shown = await client.send(automationApi.listLogs);
      expect(JSON.stringify(shown.body)).not.toMatch(/automation\.example|ECONNREFUSED|payload/);
      await portal.visitor().refused(401, automationApi.listLogs);
    },
  );

  it(
    "shows accountants what concerns invoices, and nothing else",
    { tags: ["permissions-23"] },
    async () => {
      const { accountant, caseFile } = await openActors(portal);
      const payment = await buildWebhookLog({ caseId: caseFile.id });
      for (const type of ["case_creation", "document_upload", "status_change"] as const) {
        await buildWebhookLog({ caseId: caseFile.id, type });
      }
      expect(await listFor(accountant)).toMatchObject([{ id: payment.id, webhookUrl: null }]);
    },
  );

  it("holds a hundred entries at most, or fewer when asked", { tags: ["I-HOOK-010"] }, async () => {
    const { admin } = await openActors(portal);
    for (let index = 0; index < 101; index += 1) await buildWebhookLog();
    expect(await listFor(admin)).toHaveLength(100);
    expect(await listFor(admin, "5000")).toHaveLength(100);
    expect(await listFor(admin, "7")).toHaveLength(7);
    for (const limit of ["0", "-1", "many", "1e3"]) {
      const refusal = await admin.refused(400, automationApi.listLogs, { query: { limit } });
      expect(refusal.message).toBe("Invalid limit");
    }
  });
});
