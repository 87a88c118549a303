import type { FastifyRequest } from "fastify";

/** From where a request came. */
export type ClientInfo = { ipAddress: string; userAgent: string | null };

const MOST_USER_AGENT_LENGTH = 300;

export function clientInfoOf(request: FastifyRequest): ClientInfo {
  return {
    ipAddress: request.ip,
    userAgent: request.headers["user-agent"]?.slice(0, MOST_USER_AGENT_LENGTH) ?? null,
  };
}
