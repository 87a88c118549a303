import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { writeCheckpoint } from "#server/audit/checkpoints.ts";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { notificationTimers } from "#server/database/tables/notification-timers.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { sendMail } from "#server/mail/outbox.ts";
import { buildEvent } from "#testing/factories/activity.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { buildWebhookLog } from "#testing/factories/webhook-logs.ts";
import { readFigures } from "#testing/figures.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { buildInternalServer } from "./internal-server.ts";

let portal: TestApp;
let internal: FastifyInstance;
beforeAll(async () => {
  portal = await openTestApp({
    settings: { METRICS_PORT: "9464", METRICS_NAMES: "monitored.internal" },
  });
  internal = buildInternalServer();
  await internal.ready();
});
afterAll(async () => {
  await internal.close();
  await portal.close();
});

const metrics = () => readFigures(internal);

describe("the port of the monitoring", { tags: ["asvs-104"] }, () => {
  it("counts requests by route and class of status, never by address", async () => {
    const admin = await portal.as(await buildAdmin());
    const { caseId } = await buildCase();
    const found = `portal_request_duration_seconds_count{method="GET",route="${casesApi.get.path}",status="2xx"}`;
    const missing = found.replace("2xx", "4xx");
    const before = await metrics();
    await admin.call(casesApi.get, { params: { caseId } });
    await admin.request({ method: "GET", url: "/api/cases/by-case-id/VU-1999-9999" });
    await admin.request({ method: "GET", url: "/api/somebody@example.com" });
    const after = await metrics();
    expect((after.get(found) ?? 0) - (before.get(found) ?? 0)).toBe(1);
    expect((after.get(missing) ?? 0) - (before.get(missing) ?? 0)).toBe(1);
    expect([...after.keys()].join()).toContain('route="unknown",status="4xx"');
    expect([...after.keys()].join()).not.toContain("somebody");
  });

  it("tells what waits and for how long, how far the checkpoints are behind, and how the process is", async () => {
    await inTransaction((tx) =>
      sendMail(tx, {
        template: "alert",
        to: { email: "canary@example.com" },
        data: { sentence: "Canary sentence", at: runtime.clock.now().toISOString() },
      }),
    );
    await runtime.database.execute(
      sql`update mail_outbox set attempts = 3, created_at = now() - interval '1 hour',
        send_after = now() + interval '10 minutes'`,
    );
    await buildWebhookLog({
      status: "retrying",
      createdAt: "2020-01-01T00:00:00.000Z",
      nextAttemptAt: "2200-01-01T00:00:00.000Z",
    });
    await runtime.database.insert(notificationTimers).values([
      { userId: 1, caseId: 1, dueAt: "2020-01-01T00:00:00.000Z" },
      { userId: 1, caseId: 2, dueAt: "2200-01-01T00:00:00.000Z" },
    ]);
    await buildEvent();
    const before = await metrics();
    expect(before.get('portal_waiting{queue="mail"}')).toBe(1);
    expect(before.get('portal_waiting_age_seconds{queue="mail"}')).toBeGreaterThanOrEqual(3600);
    expect(before.get('portal_waiting{queue="webhook"}')).toBe(1);
    const year = 365 * 86_400;
    expect(before.get('portal_waiting_age_seconds{queue="webhook"}')).toBeGreaterThan(year);
    expect(before.get('portal_waiting{queue="job"}')).toBeGreaterThanOrEqual(1);
    expect(before.get('portal_waiting{queue="notification"}')).toBe(1);
    expect(before.get('portal_waiting_age_seconds{queue="notification"}')).toBeGreaterThan(year);
    expect(before.get("portal_audit_unanchored_links")).toBeGreaterThanOrEqual(1);
    for (const name of [
      "process_resident_memory_bytes",
      "process_cpu_seconds_total",
      "process_start_time_seconds",
      "portal_database_up",
      "portal_disk_free_bytes",
      "portal_disk_total_bytes",
    ])
      expect(before.get(name), name).toBeGreaterThan(0);
    expect(before.get('portal_database_connections{state="waiting"}')).toBe(0);
    expect(before.get("portal_live_streams")).toBe(0);
    await writeCheckpoint();
    expect((await metrics()).get("portal_audit_unanchored_links")).toBe(0);
    const { body } = await internal.inject("/metrics");
    expect(body).not.toMatch(/canary/i);
  });

  it("answers readiness and nothing else, and goes on without the database", async () => {
    expect((await internal.inject("/ready")).json()).toEqual({ status: "ok" });
    expect((await internal.inject("/health")).json()).toEqual({ status: "ok" });
    expect((await internal.inject("/api/cases")).statusCode).toBe(404);
    const given = runtime;
    const gone = async () => {
      throw new Error("The database is gone");
    };
    const database = Object.assign(Object.create(given.database), { execute: gone });
    setRuntime({ ...given, database });
    try {
      expect((await internal.inject("/ready")).statusCode).toBe(503);
      const without = await metrics();
      expect(without.get("portal_database_up")).toBe(0);
      expect(without.get("process_resident_memory_bytes")).toBeGreaterThan(0);
    } finally {
      setRuntime(given);
    }
  });

  it.each([
    ["localhost:9464", 200],
    ["127.0.0.1:9464", 200],
    ["[::1]:9464", 200],
    ["Monitored.internal:9464", 200],
    ["rebound.example", 421],
    ["localhost.rebound.example:9464", 421],
    ["127.0.0.1.rebound.example", 421],
  ])("answers under its own names alone: %s, %i", async (host, status) => {
    for (const url of ["/metrics", "/health", "/ready"]) {
      const answer = await internal.inject({ url, headers: { host } });
      expect(answer.statusCode).toBe(status);
      if (status === 421) expect(answer.body).not.toContain("process_");
    }
  });

  it("is not reached through the portal's own port", async () => {
    for (const url of ["/metrics", "/api/metrics"]) {
      const answer = await portal.visitor().request({ method: "GET", url });
      expect(JSON.stringify(answer.body ?? "")).not.toContain("process_");
    }
  });
});
