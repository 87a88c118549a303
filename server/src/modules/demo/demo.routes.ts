import type { FastifyInstance } from "fastify";
import { demoApi } from "contract/demo";
import { browserOf } from "#server/auth/browser.ts";
import { setCookie } from "#server/auth/cookies.ts";
import { keepDeviceCookie } from "#server/auth/sign-in-cookies.ts";
import { demoKind } from "#server/core/demo.ts";
import { register } from "#server/http/routes.ts";
import * as demo from "./demo.service.ts";

/** Every other portal does not know these calls at all (W-RUN-011). */
export function demoRoutes(app: FastifyInstance): void {
  if (demoKind() === null) return;
  register(app, demoApi, {
    list: async () => ({ people: await demo.list() }),

    signIn: async ({ body, request, reply }) => {
      const browser = browserOf(request);
      const { sessionToken, ...answer } = await demo.signIn(browser, body.key);
      setCookie(reply, "sid", { value: sessionToken });
      if (!answer.requiresOtp && browser.deviceCookie !== null)
        keepDeviceCookie(reply, browser.deviceCookie);
      return answer;
    },
  });
}
