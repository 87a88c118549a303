import type { FastifyInstance } from "fastify";
import { profileApi } from "contract/profile";
import { browserOf } from "#server/auth/browser.ts";
import { clearCookie } from "#server/auth/cookies.ts";
import { runtime } from "#server/core/runtime.ts";
import { register } from "#server/http/routes.ts";
import { countBadToken, spendTokenTry } from "#server/http/throttle.ts";
import { currentUserOf } from "#server/modules/users/current-user.service.ts";
import * as access from "./access.service.ts";
import * as emailChange from "./email-change.service.ts";
import * as profile from "./profile.service.ts";

export function profileRoutes(app: FastifyInstance): void {
  register(app, profileApi, {
    update: async ({ actor, body, request }) =>
      currentUserOf(runtime.database, await profile.update(actor, body, browserOf(request))),

    getEmailChange: ({ actor }) => emailChange.getWaiting(actor),

    cancelEmailChange: async ({ actor, request }) => {
      await emailChange.cancel(actor, browserOf(request));
      return { message: "Your email stays as it is" };
    },

    confirmEmail: async ({ body, request }) => {
      await spendTokenTry(body.token);
      if (!(await emailChange.isGoodConfirmation(body.token))) await countBadToken(request);
      await emailChange.confirm(body.token, browserOf(request));
      return { message: "Your email has been changed" };
    },

    refuseEmail: async ({ body, request }) => {
      await spendTokenTry(body.token);
      if (!(await emailChange.isGoodRefusal(body.token))) await countBadToken(request);
      await emailChange.refuse(body.token, browserOf(request));
      return { message: "Your email stays as it is, and every session has ended" };
    },

    updatePassword: async ({ actor, body, request }) => {
      await profile.updatePassword(actor, { ...body, browser: browserOf(request) });
      return { message: "Password changed successfully" };
    },

    uploadAvatar: ({ actor, files }) => profile.storeAvatar(actor, files),

    listSessions: ({ actor }) => access.listSessions(actor),

    removeSession: async ({ actor, params, reply }) => {
      const { wasCurrent } = await access.endSession(actor, params);
      if (wasCurrent) clearCookie(reply, "sid");
      return { message: "Session ended" };
    },

    listDevices: ({ actor, request }) => access.listDevices(actor, browserOf(request)),

    removeDevice: async ({ actor, params }) => {
      await access.removeDevice(actor, params);
      return { message: "Device removed" };
    },
  });
}
