/**
 * The port for the monitoring (asvs 104): figures and readiness, on an address that only the monitoring reaches. It knows
 * no session and holds nothing about anybody.
 */
import Fastify, { type FastifyInstance } from "fastify";
import { exposition } from "#server/core/meters.ts";
import { assertReady } from "#server/operations/readiness.ts";
import { startWatchingTheProcess, stopWatchingTheProcess, collectGauges } from "./gauges.ts";
import { isOwnHost } from "./own-host.ts";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function buildInternalServer(): FastifyInstance {
  const app = Fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  app.addHook("onRequest", async (request, reply) => {
    if (isOwnHost(request.headers.host)) return;
    return reply
      .code(421)
      .send({ message: "Unknown host: METRICS_NAMES lists the names to ask by" });
  });
  app.get("/metrics", async (_request, reply) => {
    const text = exposition(await collectGauges());
    return reply
      .header("content-type", CONTENT_TYPE)
      .header("cache-control", "no-store")
      .send(text);
  });
  app.get("/health", async () => ({ status: "ok" }));
  app.get("/ready", async (_request, reply) => {
    try {
      await assertReady();
      return { status: "ok" };
    } catch {
      // It has logged why.
      return reply.code(503).send({ status: "unavailable" });
    }
  });
  app.addHook("onReady", async () => startWatchingTheProcess());
  app.addHook("onClose", async () => stopWatchingTheProcess());
  return app;
}
