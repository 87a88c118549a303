/** How JSON goes out: an entity tag lets a client that kept a list ask whether it still holds. */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

export type Outcome = { status: number; body: unknown };

const shaped = new WeakMap<object, { response: z.ZodMiniType; body: unknown }>();
const written = new WeakMap<object, Written>();

/** Nothing leaves but what the contract names. What several share (SharedReading) is gone through once for all. */
export function shapeAnswer(response: z.ZodMiniType, body: unknown): unknown {
  if (!isShared(body)) return z.parse(response, body);
  const known = shaped.get(body);
  if (known && known.response === response) return known.body;
  const parsed = z.parse(response, body);
  if (typeof parsed === "object" && parsed !== null) {
    shaped.set(body, { response, body: Object.freeze(parsed) });
  }
  return parsed;
}

type Written = { bytes: Buffer; tag: string };

function writeTagged(body: unknown): Written {
  const known = isShared(body) ? written.get(body) : undefined;
  if (known) return known;
  const bytes = Buffer.from(JSON.stringify(body));
  const fresh = { bytes, tag: `W/"${createHash("sha1").update(bytes).digest("base64url")}"` };
  if (isShared(body)) written.set(body, fresh);
  return fresh;
}

/** Only what can no longer change is kept as it was answered. */
function isShared(body: unknown): body is object {
  return typeof body === "object" && body !== null && Object.isFrozen(body);
}

export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
): FastifyReply {
  reply.code(outcome.status).header("content-type", "application/json; charset=utf-8");
  if (request.method !== "GET" && request.method !== "HEAD")
    return reply.send(JSON.stringify(outcome.body));
  const { bytes, tag } = writeTagged(outcome.body);
  reply.header("etag", tag);
  return request.headers["if-none-match"] === tag ? reply.code(304).send() : reply.send(bytes);
}
