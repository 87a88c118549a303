import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { inTransaction } from "#server/database/transaction.ts";
import { sendMail } from "#server/mail/outbox.ts";
import { deliver } from "#server/modules/automation/webhook-delivery.ts";
import { buildInternalServer } from "#server/operations/metrics/internal-server.ts";
import { buildWebhookLog } from "#testing/factories/webhook-logs.ts";
import { readFigures } from "#testing/figures.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { openWebhookReceiver, type WebhookReceiver } from "#testing/webhook-receiver.ts";
import { runtime } from "./runtime.ts";
import { version } from "./version.ts";

type Line = Record<string, unknown> & { level: string; msg: string };

const lines: Line[] = [];
let portal: TestApp;
let service: WebhookReceiver;
let internal: FastifyInstance;
beforeAll(async () => {
  service = await openWebhookReceiver();
  portal = await openTestApp({
    settings: {
      LOG_LEVEL: "info",
      ALLOW_LOOPBACK_WEBHOOK: "on",
      WEBHOOK_URL_INVOICE_PAYMENT: service.url,
      // Nobody listens there.
      SMTP_URL: "smtp://127.0.0.1:1",
    },
    logTo: { write: (line) => void lines.push(JSON.parse(line) as Line) },
  });
  internal = buildInternalServer();
  await internal.ready();
});
afterAll(async () => {
  await internal.close();
  await portal.close();
  await service.close();
});

/** What has become more since. */
async function risen(before: Map<string, number>): Promise<Map<string, number>> {
  const after = await readFigures(internal);
  return new Map([...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)]));
}

async function failingMail(): Promise<void> {
  const data = { sentence: "Something is wrong", at: runtime.clock.now().toISOString() };
  const to = { email: "reader@example.com" };
  await inTransaction((tx) => sendMail(tx, { template: "alert", to, data }));
  await runDueJobs("mail.deliver");
}

async function failingWebhook(part: { createdAt?: string } = {}): Promise<void> {
  service.answer(503);
  const now = runtime.clock.now().toISOString();
  const log = await buildWebhookLog({
    status: "retrying",
    nextAttemptAt: now,
    createdAt: now,
    ...part,
  });
  await deliver(log.id);
}

async function wrongPassword(): Promise<void> {
  const body = { email: "nobody@example.com", password: "Wrong-password-1" };
  await portal.visitor().refused(401, sessionApi.login, { body });
}

const missingFile = () => runtime.files.current.open(randomBytes(16).toString("hex"));

describe("what the monitoring is told", () => {
  it("counts failed and given up mails and webhooks, failed sign-ins, and the trouble of the storage", async () => {
    const before = await readFigures(internal);
    await failingMail();
    await failingWebhook();
    await failingWebhook({ createdAt: "2020-01-01T00:00:00.000Z" });
    await wrongPassword();
    await expect(missingFile()).rejects.toThrow(/Nothing is stored/);
    const more = await risen(before);
    expect(more.get('portal_mails_total{outcome="failed"}')).toBe(1);
    expect(more.get('portal_mails_total{outcome="sent"}')).toBe(0);
    expect(more.get('portal_webhooks_total{outcome="failed"}')).toBe(2);
    expect(more.get('portal_webhooks_total{outcome="given_up"}')).toBe(1);
    expect(more.get('portal_failed_sign_ins_total{step="password"}')).toBe(1);
    expect(more.get('portal_storage_errors_total{operation="open"}')).toBe(1);
    expect(more.get('portal_storage_duration_seconds_count{operation="open"}')).toBe(1);
  });

  it("shows a mail server that is away at the next look, although the next try is put off", async () => {
    await failingMail();
    const figures = await readFigures(internal);
    expect(figures.get('portal_waiting{queue="mail"}')).toBeGreaterThanOrEqual(1);
  });

  it("says which version is running", async () => {
    const name = `portal_build_info{version="${version}",node="${process.versions.node}"}`;
    expect((await readFigures(internal)).get(name)).toBe(1);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it("has every series from the start: nothing that happens makes a new one", async () => {
    const names = async () => [...(await readFigures(internal)).keys()].toSorted();
    const before = await names();
    const visitor = portal.visitor();
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as const)
      for (const url of ["/", "/cases", "/api/unknown", "/api/user", "/api/health"])
        await portal.app.inject({ method, url });
    await visitor.request({ method: "GET", url: "/api/logout" });
    await failingMail();
    await failingWebhook();
    await wrongPassword();
    await missingFile().catch(() => undefined);
    expect(await names()).toEqual(before);
  });
});

describe("a webhook that fails", () => {
  it("is a warning in the log, and one that is given up an error", async () => {
    lines.length = 0;
    await failingWebhook();
    const told = () =>
      lines.filter(({ msg }) => /webhook/i.test(msg)).map(({ level, msg }) => `${level} ${msg}`);
    expect(told()).toEqual(["warn a webhook failed"]);
    lines.length = 0;
    await failingWebhook({ createdAt: "2020-01-01T00:00:00.000Z" });
    expect(told().toSorted()).toEqual(["error a webhook was given up", "warn a webhook failed"]);
    expect(JSON.stringify(lines)).not.toContain("token=secret");
  });
});
