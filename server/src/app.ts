/**
 * Builds the application; main.ts and the tests call it. The runtime must have been set before. `beforeRoutes` lets a
 * test look at each route as it is registered.
 */
import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from "fastify";
import "#server/http/request-context.ts";
import { anonymous } from "#server/core/actor.ts";
import { malformed } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { watchBureau } from "#server/database/bureau.ts";
import type { Subscription } from "#server/database/channel.ts";
import { startLiveUpdates, stopLiveUpdates } from "#server/events/live-stream.ts";
import { WORTH_PACKING_BYTES } from "#server/http/answers.ts";
import { handleErrors, sendRefusal } from "#server/http/error-handler.ts";
import { MOST_JSON_BYTES, readJson } from "#server/http/json-body.ts";
import { servePages } from "#server/http/pages.ts";
import { refusePlainHttp } from "#server/http/plain-http.ts";
import { logAnswers } from "#server/http/request-lines.ts";
import { secureAnswers } from "#server/http/security-headers.ts";
import { endStalledAnswers } from "#server/http/stalled-answers.ts";
import { beginInTurns } from "#server/http/turns.ts";
import { defineModules, routeModules } from "#server/modules.ts";
import { isAnybodyThere } from "#server/modules/users/accounts.service.ts";
import { countRequests } from "#server/operations/metrics/count-requests.ts";

/** Three megabytes at 200 kilobits a second, as from a phone with a poor line, take 126 seconds (W-PHO-012). */
const REQUEST_TIMEOUT_MS = 180_000;
const HEADERS_TIMEOUT_MS = 10_000;

export async function buildApp(
  beforeRoutes: (app: FastifyInstance) => void = () => undefined,
): Promise<FastifyInstance> {
  const { trustProxy } = runtime.config;
  const app = Fastify({
    loggerInstance: runtime.log as FastifyBaseLogger,
    // One line per answer is written below, with who asked and no query text.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: MOST_JSON_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: 16 * 1024,
    },
    routerOptions: { maxParamLength: 1000 },
    schemaController: { compilersFactory: withoutSchemas },
    forceCloseConnections: "idle",
    frameworkErrors: (_error: FastifyError, request, reply) => {
      sendRefusal(request, reply, malformed("The address could not be read"));
    },
  });
  app.decorateRequest("actor", null as never);
  app.decorateRequest("session", null);
  app.decorateRequest("token", null);
  app.decorateRequest("subject", null);
  app.decorateRequest("parsedParams", null);
  beginInTurns(app);
  app.addHook("onRequest", async (request) => {
    request.actor = anonymous;
  });
  endStalledAnswers(app);
  handleErrors(app);
  await secureAnswers(app);
  refusePlainHttp(app);
  await app.register(compress, {
    threshold: WORTH_PACKING_BYTES,
    customTypes: /^(application\/(json|javascript)|text\/(html|css|javascript)|image\/svg\+xml)/,
  });
  await app.register(cookie);
  await app.register(multipart);
  readJson(app);
  logAnswers(app);
  countRequests(app);
  beforeRoutes(app);
  defineModules();
  routeModules(app);
  await servePages(app, { isInUse: rememberedUse() });
  followChanges(app);
  return app;
}

/** What other portals tell, for as long as this one serves. */
function followChanges(app: FastifyInstance): void {
  let bureau: Subscription | undefined;
  app.addHook("onReady", async () => {
    startLiveUpdates();
    bureau = watchBureau();
  });
  app.addHook("preClose", async () => {
    bureau?.stop();
    await stopLiveUpdates();
  });
}

/**
 * No route has a schema of Fastify's: what comes in and goes out is checked by the contract. Fastify would load two
 * compilers for them all the same, 8 MB and a twentieth of the start (decisions/0012).
 */
const withoutSchemas = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

function refuseSchema(): never {
  throw new Error("A route is described by the contract, not by a schema of Fastify's");
}

/** Whether somebody has an account; once that is so, no page asks again, and none waits for a database that is away. */
function rememberedUse(): () => Promise<boolean> {
  let isInUse = false;
  return async () => {
    isInUse ||= await isAnybodyThere(runtime.database).catch(() => true);
    return isInUse;
  };
}
