/** How JSON goes out: an entity tag lets a client that kept a list ask whether it still holds. */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

export type Outcome = { status: number; body: unknown };

export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
): FastifyReply {
  const text = JSON.stringify(outcome.body);
  reply.code(outcome.status).header("content-type", "application/json; charset=utf-8");
  if (request.method !== "GET" && request.method !== "HEAD") return reply.send(text);
  const tag = `W/"${createHash("sha1").update(text).digest("base64url")}"`;
  reply.header("etag", tag);
  return request.headers["if-none-match"] === tag ? reply.code(304).send() : reply.send(text);
}
