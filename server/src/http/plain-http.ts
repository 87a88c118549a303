/**
 * With an https origin nothing is said over plain http (asvs 39). A call is refused and not sent on: whoever made it has
 * already shown his cookie or key to the whole way, and has to notice. Only somebody who typed the address of a page is
 * led to where it is safe.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { forbidden } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { isCall } from "./call-address.ts";

export function refusePlainHttp(app: FastifyInstance): void {
  const { secureCookies, trustProxy } = runtime.config;
  if (!secureCookies || trustProxy.length === 0) return;
  app.addHook("onRequest", async (request, reply) => {
    if (!cameAsPlainHttp(request)) return;
    if (isForPage(request)) return leadToSafety(request, reply);
    throw forbidden("Please use https");
  });
}

/**
 * What the last proxy says. A request without its word came from beside it: the operator's own check, or a proxy that
 * does not tell, which then has to redirect by itself (docs/operations.md). Who makes this up refuses only himself.
 */
function cameAsPlainHttp(request: FastifyRequest): boolean {
  const said = String(request.headers["x-forwarded-proto"] ?? "");
  return said.split(",").at(-1)?.trim().toLowerCase() === "http";
}

/** For a page or what a page consists of, not for data. A whole address in place of a path would lead somewhere else. */
function isForPage(request: FastifyRequest): boolean {
  const isReading = request.method === "GET" || request.method === "HEAD";
  return isReading && request.url.startsWith("/") && !isCall(request);
}

async function leadToSafety(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { appOrigin } = runtime.config;
  return reply.header("cache-control", "no-store").redirect(appOrigin + request.url, 308);
}
