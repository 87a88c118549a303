import type { FastifyInstance, FastifyRequest } from "fastify";
import { api } from "contract/api";
import type { EndpointShape } from "contract/endpoint";
import { requestSeconds } from "#server/core/service-meters.ts";
import { isCall } from "#server/http/call-address.ts";

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
/** What is no call of the contract: an address under /api that does not exist, and the web application. */
const UNKNOWN = "unknown";
const PAGE = "page";
const NOT_CALLS = [UNKNOWN, PAGE];

/** The route as the contract writes it: an address would name cases, and there would be no end of them. */
export function countRequests(app: FastifyInstance): void {
  beginAll();
  app.addHook("onResponse", async (request, reply) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const labels = { method: methodOf(request), route: routeOf(request), status };
    requestSeconds.observe(labels, reply.elapsedTime / 1000);
  });
}

function beginAll(): void {
  const endpoints = Object.values(api).flatMap((table) => Object.values(table) as EndpointShape[]);
  for (const { method, path } of endpoints) begin(method, path);
  for (const route of NOT_CALLS) for (const method of [...METHODS, "other"]) begin(method, route);
}

/** Only what is asked for, and not changed, is answered with "not modified" or "look there". */
function begin(method: string, route: string): void {
  const statuses = method === "GET" ? ["2xx", "3xx", "4xx", "5xx"] : ["2xx", "4xx", "5xx"];
  for (const status of statuses) requestSeconds.begin({ method, route, status });
}

function methodOf({ method }: FastifyRequest): string {
  if (method === "HEAD") return "GET";
  return METHODS.has(method) ? method : "other";
}

function routeOf(request: FastifyRequest): string {
  const { endpoint } = request.routeOptions.config;
  if (endpoint) return endpoint.path;
  return isCall(request) ? UNKNOWN : PAGE;
}
