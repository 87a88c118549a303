/** What every answer says about itself (asvs 28 to 35, 107). Files and pages narrow their own policy further. */
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { runtime } from "#server/core/runtime.ts";
import { isCall } from "./call-address.ts";

const TWO_YEARS_SECONDS = 63_072_000;

/** Of data and of refusals: nothing keeps them, nothing in them is carried out. */
export const callHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
} as const;

export async function secureAnswers(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    frameguard: { action: "deny" },
    hsts: runtime.config.secureCookies
      ? { maxAge: TWO_YEARS_SECONDS, includeSubDomains: true }
      : false,
  });
  app.addHook("onRequest", async (request, reply) => {
    if (isCall(request)) reply.headers(callHeaders);
  });
}
