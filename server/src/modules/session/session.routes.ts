import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sessionApi } from "contract/session";
import { browserOf } from "#server/auth/browser.ts";
import { clearCookie, setCookie } from "#server/auth/cookies.ts";
import { issueCsrfToken } from "#server/auth/csrf.ts";
import { keepDeviceCookie, setSignInCookies } from "#server/auth/sign-in-cookies.ts";
import { openLiveStream } from "#server/events/live-stream.ts";
import { lastNoticeId } from "#server/events/recent-notices.ts";
import { register } from "#server/http/routes.ts";
import { countBadToken, spendTokenTry } from "#server/http/throttle.ts";
import { getCurrentUser } from "#server/modules/users/current-user.service.ts";
import * as resets from "./reset.service.ts";
import * as session from "./session.service.ts";
import * as verification from "./verification.service.ts";

export function sessionRoutes(app: FastifyInstance): void {
  register(app, sessionApi, {
    getCsrfToken: ({ request, reply }) => ({ csrfToken: issueCsrfToken(request, reply) }),

    getUser: async ({ actor, request, reply }) => {
      // Lets the screen warn before the session ends (security.md 4.7).
      if (request.session) reply.header("x-session-expires", request.session.expire);
      // What the page reads from here on is continued by the stream that it opens meanwhile.
      reply.header("x-live-position", lastNoticeId());
      return getCurrentUser(actor);
    },

    login: async ({ body, request, reply }) => {
      const browser = browserOf(request);
      const step = await session.login(browser, body);
      setCookie(reply, "sid", { value: step.sessionToken });
      if (!step.requiresOtp && browser.deviceCookie !== null) {
        keepDeviceCookie(reply, browser.deviceCookie);
      }
      const { requiresOtp, deviceName, factors, codeIn } = step;
      return { requiresOtp, deviceName, ...(factors && { factors }), ...(codeIn && { codeIn }) };
    },

    verifyOtp: async ({ body, request, reply }) => {
      const verified = await verification.verifyOtp(browserOf(request), body);
      setSignInCookies(reply, verified);
      return { message: "Verification successful", user: verified.user };
    },

    resendOtp: async ({ body, request }) => {
      await verification.resendOtp(browserOf(request), body);
      return { message: "A new verification code has been sent to your email." };
    },

    logout: async ({ request, reply }) => {
      await leave(request, reply);
      return { message: "Signed out" };
    },

    logoutByLink: async ({ request, reply }) => {
      if (isOwnNavigation(request)) await leave(request, reply);
      return reply.redirect("/", 303);
    },

    forgotPassword: async ({ body, request }) => {
      await resets.requestReset(browserOf(request), body.email);
      return {
        message: "If an account with that email exists, we've sent you a password reset link.",
      };
    },

    validateResetToken: async ({ params, request }) => {
      const answer = await resets.validateToken(params.token);
      if (!answer.valid) await countBadToken(request);
      return answer;
    },

    resetPassword: async ({ body, request }) => {
      await spendTokenTry(body.token);
      if (!(await resets.validateToken(body.token)).valid) await countBadToken(request);
      await resets.resetPassword(browserOf(request), body);
      return { message: "Your password has been reset. You can now log in." };
    },

    streamEvents: ({ request, reply, actor, query }) => {
      const lastHeard = request.headers["last-event-id"] ?? query.after ?? null;
      openLiveStream(reply, actor, lastHeard === null ? null : String(lastHeard));
    },
  });
}

async function leave(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await session.logout(request.session);
  clearCookie(reply, "sid");
  // Not "storage": that would wipe the device hash (asvs 111).
  reply.header("clear-site-data", '"cache"');
}

/**
 * A GET that ends the session must come from a link of the portal or a typed address (security.md 4.8). Browsers
 * without these headers are covered by the cookie, which no other site can make them send.
 */
function isOwnNavigation(request: FastifyRequest): boolean {
  const { headers } = request;
  const site = headers["sec-fetch-site"];
  const isPrefetch = String(headers["sec-purpose"] ?? headers["purpose"] ?? "").includes(
    "prefetch",
  );
  if (isPrefetch) return false;
  if (site === undefined) return true;
  return (
    (site === "same-origin" || site === "none") &&
    headers["sec-fetch-mode"] === "navigate" &&
    headers["sec-fetch-dest"] === "document"
  );
}
