import type { FastifyInstance, FastifyReply } from "fastify";
import { stepUpApi } from "contract/step-up";
import { browserOf } from "#server/auth/browser.ts";
import { setCookie } from "#server/auth/cookies.ts";
import { register } from "#server/http/routes.ts";
import * as stepUp from "./step-up.service.ts";

export function stepUpRoutes(app: FastifyInstance): void {
  register(app, stepUpApi, {
    byPassword: async ({ body, request, reply }) =>
      goOn(reply, await stepUp.byPassword(browserOf(request), body)),

    byTotp: async ({ body, request, reply }) =>
      goOn(reply, await stepUp.byTotp(browserOf(request), body)),

    askPasskey: async ({ request }) => ({ ...(await stepUp.askPasskey(browserOf(request))) }),

    byPasskey: async ({ body, request, reply }) =>
      goOn(reply, await stepUp.byPasskey(browserOf(request), body)),
  });
}

function goOn(reply: FastifyReply, sessionToken: string) {
  setCookie(reply, "sid", { value: sessionToken });
  return { message: "Confirmed" };
}
