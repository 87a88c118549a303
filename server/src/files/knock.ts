import type { FastifyRequest } from "fastify";
import { browserOf } from "#server/auth/browser.ts";

/** Where somebody reads. */
export type Reader = { ipAddress: string; userAgent: string | null };
/** `isProbe`: only the headers are asked for, so nothing goes out and nothing is written down. */
export type Knock = { reader: Reader; isProbe: boolean };

export function knockOf(request: FastifyRequest): Knock {
  const { ipAddress, userAgent } = browserOf(request);
  return { reader: { ipAddress, userAgent }, isProbe: request.method === "HEAD" };
}
