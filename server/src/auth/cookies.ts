/** The portal's three cookies. With an https origin they carry the `__Host-` prefix, which keeps sub-domains from planting them (security.md 4.7). */
import type { FastifyReply, FastifyRequest } from "fastify";
import { runtime } from "#server/core/runtime.ts";

export type CookieName = "sid" | "csrf" | "dev";

export function readCookie(request: FastifyRequest, name: CookieName): string | null {
  return request.cookies[fullName(name)] ?? null;
}

/** Without `maxAgeSeconds` the browser forgets the cookie when it closes: session secrets must not persist. */
export function setCookie(
  reply: FastifyReply,
  name: CookieName,
  cookie: { value: string; maxAgeSeconds?: number },
): void {
  reply.setCookie(fullName(name), cookie.value, {
    path: "/",
    httpOnly: true,
    sameSite: "strict",
    secure: runtime.config.secureCookies,
    ...(cookie.maxAgeSeconds === undefined ? {} : { maxAge: cookie.maxAgeSeconds }),
  });
}

export function clearCookie(reply: FastifyReply, name: CookieName): void {
  reply.clearCookie(fullName(name), {
    path: "/",
    httpOnly: true,
    sameSite: "strict",
    secure: runtime.config.secureCookies,
  });
}

function fullName(name: CookieName): string {
  return runtime.config.secureCookies ? `__Host-${name}` : name;
}
