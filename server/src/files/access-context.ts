import type { FastifyRequest } from "fastify";
import { type ClientInfo, clientInfoOf } from "#server/core/client-info.ts";

/** `isProbe`: only the headers are asked for, so nothing goes out and nothing is written down. */
export type AccessContext = { reader: ClientInfo; isProbe: boolean };

export function accessContextOf(request: FastifyRequest): AccessContext {
  return { reader: clientInfoOf(request), isProbe: request.method === "HEAD" };
}
