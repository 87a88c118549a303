import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { automationApi } from "contract/automation";
import { parsePrivateHosts } from "#server/config/private-hosts.ts";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { webhookLogs, type WebhookLogRow } from "#server/database/tables/webhook-logs.ts";
import { signedHeaders } from "#server/integrations/webhooks/signature.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { buildWebhookLog } from "#testing/factories/webhook-logs.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { mailsTo } from "#testing/mails.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { openWebhookReceiver, type WebhookReceiver } from "#testing/webhook-receiver.ts";
import { deliver, enqueueOverdue } from "./webhook-delivery.ts";

let portal: TestApp;
let service: WebhookReceiver;
let admin: TestClient;
const email = "ada@bureau.example";
beforeAll(async () => {
  service = await openWebhookReceiver();
  portal = await openTestApp({
    settings: { ALLOW_LOOPBACK_WEBHOOK: "on", WEBHOOK_URL_INVOICE_PAYMENT: service.url },
  });
  admin = await portal.as(await buildAdmin({ email }));
});
afterAll(async () => {
  await portal.close();
  await service.close();
});
afterEach(async () => {
  service.heard.length = 0;
  service.answer(200);
  await runtime.database.delete(webhookLogs);
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = () => runtime.clock.now().toISOString();
const due = (part: Partial<WebhookLogRow> = {}) =>
  buildWebhookLog({ status: "retrying", nextAttemptAt: now(), createdAt: now(), ...part });
const rowOf = async ({ id }: { id: number }): Promise<WebhookLogRow> => {
  const [row] = await runtime.database.select().from(webhookLogs).where(eq(webhookLogs.id, id));
  if (!row) throw new Error("The log entry is gone");
  return row;
};
const minutesUntilNext = (row: WebhookLogRow) =>
  (Date.parse(row.nextAttemptAt ?? "") - Date.parse(row.lastAttemptAt ?? "")) / MINUTE;

describe("a message that does not arrive", () => {
  it(
    "is tried again later under the same id, with a signature of its own time",
    { tags: ["I-HOOK-017", "I-DATA-169..171", "D-153", "S-49"] },
    async () => {
      service.answer((_request, response) => response.writeHead(500).end("broken\0"));
      const log = await due();
      await deliver(log.id);
      const once = await rowOf(log);
      expect(once).toMatchObject({
        status: "retrying",
        attemptCount: 1,
        httpStatus: 500,
        response: "broken",
        errorMessage: "The service answered 500",
      });
      expect(minutesUntilNext(once)).toBeLessThan(1);
      portal.clock.advance(MINUTE);
      await deliver(log.id);
      const twice = await rowOf(log);
      expect(twice.attemptCount).toBe(2);
      expect(minutesUntilNext(twice)).toBeGreaterThanOrEqual(4);
      expect(minutesUntilNext(twice)).toBeLessThanOrEqual(6.1);
      service.answer(200);
      portal.clock.advance(7 * MINUTE);
      await deliver(log.id);
      expect(await rowOf(log)).toMatchObject({
        status: "success",
        attemptCount: 3,
        httpStatus: 200,
        errorMessage: null,
        nextAttemptAt: null,
      });
      const headers = service.heard.map((heard) => heard.headers);
      expect(new Set(headers.map((sent) => sent["webhook-id"])).size).toBe(1);
      expect(new Set(headers.map((sent) => sent["webhook-timestamp"])).size).toBe(3);
      expect(new Set(headers.map((sent) => sent["webhook-signature"])).size).toBe(3);
      expect(new Set(service.heard.map(({ body }) => body)).size).toBe(1);
    },
  );

  it("waits as long as the service asks", async () => {
    service.answer((_request, response) =>
      response.writeHead(429, { "retry-after": "3600" }).end(),
    );
    const log = await due();
    await deliver(log.id);
    expect(minutesUntilNext(await rowOf(log))).toBeCloseTo(60, 0);
  });

  it(
    "is given up after ten attempts, and the admins get a mail, one a day",
    { tags: ["I-HOOK-016", "security-6.1"] },
    async () => {
      service.answer(503);
      const disabled = await buildAdmin({ disabledAt: now() });
      const client = await buildUser();
      const log = await due();
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        await deliver(log.id);
        portal.clock.set((await rowOf(log)).nextAttemptAt ?? now());
      }
      expect(await rowOf(log)).toMatchObject({
        status: "failed",
        attemptCount: 10,
        nextAttemptAt: null,
      });
      expect(service.heard).toHaveLength(10);
      const another = await due();
      service.answer(410);
      await deliver(another.id);
      const mails = await mailsTo(email);
      expect(mails.map(({ subject }) => subject)).toEqual([
        "A message to the automation service was given up",
      ]);
      expect(mails[0]?.text).toContain("10 attempts");
      expect(mails[0]?.text).toContain("The service answered 503");
      expect(await mailsTo(disabled.email)).toEqual([]);
      expect(await mailsTo(client.email)).toEqual([]);
    },
  );

  it("is given up at once when the service says that there is nobody any more (410)", async () => {
    service.answer(410);
    const log = await due();
    await deliver(log.id);
    expect(await rowOf(log)).toMatchObject({
      status: "failed",
      attemptCount: 1,
      nextAttemptAt: null,
      errorMessage: "The service answered 410",
    });
  });

  it("is given up when it is five days old", async () => {
    service.answer(500);
    const createdAt = new Date(runtime.clock.now().getTime() - 121 * HOUR).toISOString();
    const log = await due({ createdAt });
    await deliver(log.id);
    expect((await rowOf(log)).status).toBe("failed");
  });

  it("waits for an address when there is none any more", async () => {
    const log = await due({ type: "status_change" });
    await deliver(log.id);
    expect(await rowOf(log)).toMatchObject({
      status: "retrying",
      errorMessage: "No address is configured for this type",
    });
  });
});

describe("whoever delivers", () => {
  it("sends a message once, however many ask for it at the same moment", async () => {
    service.answer((_request, response) => setTimeout(() => response.end(), 50));
    const log = await due();
    await Promise.all(Array.from({ length: 5 }, () => deliver(log.id)));
    expect(service.heard).toHaveLength(1);
    await deliver(log.id);
    expect(service.heard).toHaveLength(1);
  });

  it("does nothing before it is time", async () => {
    const later = new Date(runtime.clock.now().getTime() + HOUR).toISOString();
    const log = await due({ nextAttemptAt: later });
    await deliver(log.id);
    expect(service.heard).toEqual([]);
    expect((await rowOf(log)).attemptCount).toBe(1);
  });

  it("takes up what a portal that died has left behind", { tags: ["reliability-11"] }, async () => {
    const ago = new Date(runtime.clock.now().getTime() - 2 * MINUTE).toISOString();
    const log = await due({ nextAttemptAt: ago, lastAttemptAt: ago });
    await buildWebhookLog({ status: "success", nextAttemptAt: null });
    await enqueueOverdue();
    await runDueJobs();
    expect(service.heard).toHaveLength(1);
    expect(await rowOf(log)).toMatchObject({ status: "success", attemptCount: 2 });
  });
});

describe("sending once more", () => {
  const resend = (id: number) => admin.call(automationApi.resend, { params: { id } });

  it(
    "uses the same message id and leaves the same line in the log",
    { tags: ["security-6.1"] },
    async () => {
      const log = await buildWebhookLog({
        status: "failed",
        attemptCount: 10,
        lastAttemptAt: now(),
      });
      expect(await resend(log.id)).toEqual({ message: "The message is being sent again" });
      expect((await rowOf(log)).status).toBe("retrying");
      await runDueJobs();
      expect(await rowOf(log)).toMatchObject({ status: "success", attemptCount: 11 });
      expect(service.heard.map(({ headers }) => headers["webhook-id"])).toEqual([log.messageId]);
    },
  );

  it("is one more attempt and no new beginning", async () => {
    service.answer(500);
    const log = await buildWebhookLog({ status: "failed", attemptCount: 10, lastAttemptAt: now() });
    await resend(log.id);
    await runDueJobs();
    expect(await rowOf(log)).toMatchObject({ status: "failed", attemptCount: 11 });
  });

  it("is refused for what is unknown, too old, or has no address, and to everybody but admins", async () => {
    const refuse = async (status: number, id: number, who = admin) =>
      (await who.refused(status, automationApi.resend, { params: { id } })).message;
    expect(await refuse(404, 2_000_000_000)).toBe("Log entry not found");
    const old = await buildWebhookLog({ payload: {} });
    expect(await refuse(409, old.id)).toBe("This message is too old to be sent again");
    const homeless = await buildWebhookLog({ type: "case_creation" });
    expect(await refuse(409, homeless.id)).toBe("No address is configured for this type");
    const log = await buildWebhookLog();
    for (const role of ["client", "agent", "accountant"] as const) {
      const person = await portal.as(await buildUser({ role }));
      expect(await refuse(403, log.id, person)).toBe("Admin access required");
    }
  });
});

describe("while its secret is being changed", () => {
  it(
    "a message is right for who knows the new one and for who knows the one before",
    { tags: ["security-6.1", "asvs-103"] },
    async () => {
      const given = runtime;
      const { webhooks } = given.config;
      const previousSecret = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
      const config = { ...given.config, webhooks: { ...webhooks, previousSecret } };
      setRuntime({ ...given, config });
      await deliver((await due()).id);
      setRuntime(given);
      const { body = "", headers = {} } = service.heard[0] ?? {};
      const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000);
      const message = { id: String(headers["webhook-id"]), body, sentAt };
      const signatureBy = (secret: string) =>
        signedHeaders({ ...message, secrets: [secret] })["webhook-signature"];
      expect(String(headers["webhook-signature"]).split(" ")).toEqual([
        signatureBy(webhooks.secret),
        signatureBy(previousSecret),
      ]);
    },
  );

  it("and a host outside the list of hosts is never told", { tags: ["security-6.4"] }, async () => {
    const given = runtime;
    const webhooks = { ...given.config.webhooks, hosts: ["hooks.example.com"] };
    setRuntime({ ...given, config: { ...given.config, webhooks } });
    const log = await due();
    await deliver(log.id);
    setRuntime(given);
    expect(service.heard).toEqual([]);
    expect((await rowOf(log)).errorMessage).toMatch(/WEBHOOK_HOST_ALLOWLIST/);
  });
  it("and a named host of the own network is told without any other being opened", async () => {
    const given = runtime;
    const named = { allowLoopback: false, privateHosts: parsePrivateHosts(["127.0.0.1/32"]) };
    const webhooks = { ...given.config.webhooks, ...named };
    setRuntime({ ...given, config: { ...given.config, webhooks } });
    const log = await due();
    await deliver(log.id);
    const unnamed = { ...webhooks, privateHosts: parsePrivateHosts(["10.0.0.5/32"]) };
    setRuntime({ ...given, config: { ...given.config, webhooks: unnamed } });
    const other = await due();
    await deliver(other.id);
    setRuntime(given);
    expect(service.heard).toHaveLength(1);
    expect(await rowOf(log)).toMatchObject({ status: "success" });
    expect((await rowOf(other)).errorMessage).toMatch(/not allowed/);
  });
});
