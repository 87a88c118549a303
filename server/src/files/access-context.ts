import type { FastifyRequest } from "fastify";
import { browserOf } from "#server/auth/browser.ts";

/** Where somebody reads. */
export type ClientInfo = { ipAddress: string; userAgent: string | null };
/** `isProbe`: only the headers are asked for, so nothing goes out and nothing is written down. */
export type AccessContext = { reader: ClientInfo; isProbe: boolean };

export function accessContextOf(request: FastifyRequest): AccessContext {
  const { ipAddress, userAgent } = browserOf(request);
  return { reader: { ipAddress, userAgent }, isProbe: request.method === "HEAD" };
}
