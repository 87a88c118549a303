/**
 * Whether a request is a call of the contract or for a page. The router says so: an address can be written in many ways,
 * such as `/%61pi/user` or `http://host/api/user`, and means the same call. Only what no route took is judged by its text.
 */
import type { FastifyRequest } from "fastify";

export function isCall({ routeOptions, url }: FastifyRequest): boolean {
  if (routeOptions.config.endpoint !== undefined) return true;
  return /^\/+(api|uploads)(\/|$)/i.test(decodedPath(url));
}

function decodedPath(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
