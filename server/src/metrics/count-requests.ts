import type { FastifyInstance, FastifyRequest } from "fastify";
import { requestSeconds } from "./service-meters.ts";

/** The route as the contract writes it: an address would name cases, and there would be no end of them. */
export function countRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const labels = { method: methodOf(request), route: routeOf(request), status };
    requestSeconds.observe(labels, reply.elapsedTime / 1000);
  });
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

function methodOf({ method }: FastifyRequest): string {
  return METHODS.has(method) ? method : "other";
}

function routeOf(request: FastifyRequest): string {
  const { endpoint } = request.routeOptions.config;
  if (endpoint) return endpoint.path;
  return /^\/(api|uploads)(\/|$)/.test(request.url) ? "unknown" : "page";
}
