import type { FastifyInstance } from "fastify";
import { usersApi } from "contract/users";
import { register } from "#server/http/routes.ts";
import { countBadToken, spendTokenTry } from "#server/http/throttle.ts";
import * as invitations from "./invitations.service.ts";
import * as registration from "./registration.service.ts";
import * as userAccess from "./user-access.service.ts";
import * as pages from "./user-pages.service.ts";
import * as users from "./users.service.ts";

export function usersRoutes(app: FastifyInstance): void {
  register(app, usersApi, {
    list: ({ actor }) => users.list(actor),

    page: ({ actor, query }) => pages.page(actor, query),

    update: ({ actor, params, body }) => users.update(actor, { ...params, ...body }),

    remove: async ({ actor, params }) => {
      await users.remove(actor, params);
      return { message: "User deleted" };
    },

    unlock: async ({ actor, params }) => {
      await userAccess.unlock(actor, params);
      return { message: "The user can sign in again" };
    },

    signOut: async ({ actor, params }) => {
      await userAccess.signOut(actor, params);
      return { message: "The user has been signed out everywhere" };
    },

    sendResetLink: async ({ actor, params }) => {
      await userAccess.sendResetLink(actor, params);
      return { message: "A reset link has been sent" };
    },

    removeFactors: async ({ actor, params }) => {
      await userAccess.removeFactors(actor, params);
      return { message: "The user signs in with a code by mail again" };
    },

    tryMails: async ({ actor, params }) => {
      await userAccess.tryMails(actor, params);
      return { message: "Mails are tried again" };
    },

    listInvitations: ({ actor }) => invitations.list(actor),

    invite: async ({ actor, body }) => ({ invitation: await invitations.invite(actor, body) }),

    resendInvitation: async ({ actor, params }) => {
      await invitations.resend(actor, params);
      return { message: "Invitation resent" };
    },

    removeInvitation: async ({ actor, params }) => {
      await invitations.remove(actor, params);
      return { message: "Invitation deleted" };
    },

    getInvitation: async ({ params, request }) => {
      if (!(await invitations.isGood(params.token))) await countBadToken(request);
      return invitations.get(params.token);
    },

    completeRegistration: async ({ body, request }) => {
      await spendTokenTry(body.token);
      if (!(await invitations.isGood(body.token))) await countBadToken(request);
      await registration.completeRegistration(body);
      return { message: "Your account has been created successfully. You can now log in." };
    },
  });
}
