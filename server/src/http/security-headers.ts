/** What every answer says about itself (asvs 28 to 35, 107). Files and pages narrow their own policy further. */
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { runtime } from "#server/runtime.ts";

const TWO_YEARS_SECONDS = 63_072_000;

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
    if (!/^\/(api|uploads)(\/|\?|$)/.test(request.url)) return;
    reply
      .header("cache-control", "no-store")
      .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  });
}
