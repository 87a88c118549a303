import type { FastifyInstance, FastifyReply } from "fastify";
import { twoFactorApi } from "contract/two-factor";
import { browserOf } from "#server/auth/browser.ts";
import { setSignInCookies } from "#server/auth/sign-in-cookies.ts";
import { register } from "#server/http/routes.ts";
import type { Verified } from "#server/modules/session/verification.service.ts";
import * as newPasskey from "./new-passkey.service.ts";
import * as signIn from "./sign-in.service.ts";
import * as factors from "./two-factor.service.ts";

export function twoFactorRoutes(app: FastifyInstance): void {
  register(app, twoFactorApi, {
    get: ({ actor }) => factors.get(actor),

    startTotp: ({ actor, body }) => factors.startTotp(actor, body),

    confirmTotp: ({ actor, body, request }) =>
      factors.confirmTotp(actor, { ...body, browser: browserOf(request) }),

    removeTotp: async ({ actor, body, request }) => {
      await factors.removeTotp(actor, { ...body, browser: browserOf(request) });
      return { message: "Authenticator app removed" };
    },

    startPasskey: async ({ actor, body }) => ({ ...(await newPasskey.startPasskey(actor, body)) }),

    addPasskey: ({ actor, body, request }) =>
      newPasskey.addPasskey(actor, { ...body, browser: browserOf(request) }),

    removePasskey: async ({ actor, params, body, request }) => {
      await factors.removePasskey(actor, { ...params, ...body, browser: browserOf(request) });
      return { message: "Passkey removed" };
    },

    renewRecoveryCodes: ({ actor, body, request }) =>
      factors.renewCodes(actor, { ...body, browser: browserOf(request) }),

    verifyTotp: async ({ body, request, reply }) =>
      letIn(reply, await signIn.verifyTotp(browserOf(request), body)),

    verifyRecoveryCode: async ({ body, request, reply }) =>
      letIn(reply, await signIn.verifyRecoveryCode(browserOf(request), body)),

    askPasskey: async ({ request }) => ({ ...(await signIn.askPasskey(browserOf(request))) }),

    verifyPasskey: async ({ body, request, reply }) =>
      letIn(reply, await signIn.verifyPasskey(browserOf(request), body)),
  });
}

function letIn(reply: FastifyReply, verified: Verified) {
  setSignInCookies(reply, verified);
  return { message: "Verification successful", user: verified.user };
}
