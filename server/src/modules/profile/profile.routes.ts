import type { FastifyInstance } from "fastify";
import { profileApi } from "contract/profile";
import { browserOf } from "#server/auth/browser.ts";
import { clearCookie } from "#server/http/cookies.ts";
import { register } from "#server/http/routes.ts";
import { currentUserOf } from "#server/modules/users/current-user.service.ts";
import { runtime } from "#server/runtime.ts";
import * as access from "./access.service.ts";
import * as profile from "./profile.service.ts";

export function profileRoutes(app: FastifyInstance): void {
  register(app, profileApi, {
    update: async ({ actor, body }) =>
      currentUserOf(runtime.database, await profile.update(actor, body)),

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
