/** The checks before a body is read, in the order of permissions.md 3.1; the first that fails answers. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { EndpointShape } from "contract/endpoint";
import { uploadRules } from "contract/files";
import { holdsScope } from "contract/scopes";
import { sessionApi } from "contract/session";
import { stepUpApi } from "contract/step-up";
import { automationActor, hasBearerToken } from "#server/auth/automation-key.ts";
import { networkOf } from "#server/auth/client-address.ts";
import { readCookie } from "#server/auth/cookies.ts";
import { assertCsrfToken } from "#server/auth/csrf.ts";
import { findPersonalToken, noteUse, personalTokenIn } from "#server/auth/personal-tokens.ts";
import { findSession, type SessionRecord, slideSession } from "#server/auth/sessions.ts";
import { assertProven } from "#server/auth/step-up.ts";
import {
  assertMayChange,
  lookAhead,
  resolveSubject,
  type SeenRecord,
} from "#server/auth/subjects.ts";
import { anonymous } from "#server/core/actor.ts";
import {
  twoFactorMissing,
  keyRefused,
  payloadTooLarge,
  signedOut,
  tokenRefused,
  unknownRoute,
  unknownToken,
} from "#server/core/errors.ts";
import { assertBureau, assertFullAccess, assertStaff } from "#server/core/full-access.ts";
import { runtime } from "#server/core/runtime.ts";
import { readTogether } from "#server/database/read-together.ts";
import { requireRoomForChange } from "#server/files/disk-space.ts";
import { declaredLength, largestBody } from "#server/files/multipart.ts";
import { parseInput } from "./input.ts";
import { countWrongToken, spendBudget } from "./throttle.ts";

export async function guardRequest(
  request: FastifyRequest,
  endpoint: EndpointShape,
): Promise<void> {
  if (endpoint.access === "automation" && runtime.config.automationKey === null)
    throw unknownRoute();
  assertSize(request, endpoint);
  const room = takesRoom(endpoint) ? requireRoomForChange() : undefined;
  room?.catch(() => undefined);
  const seen = await identify(request, endpoint);
  // Asked at the same time, answered for in this order.
  const spent = spendBudget(request, endpoint);
  const admitted = admit(request, endpoint, seen);
  admitted.catch(() => undefined);
  await spent;
  await admitted;
  await room;
}

async function admit(
  request: FastifyRequest,
  endpoint: EndpointShape,
  seen: Looked,
): Promise<void> {
  assertAccess(request, endpoint);
  if (endpoint.stepUp === true) assertProven(request.actor);
  request.parsedParams = parseInput(endpoint.params, request.params);
  if (endpoint.subject) {
    const params = request.parsedParams as Record<string, unknown>;
    request.subject = await resolveSubject(endpoint.subject, request.actor, {
      params,
      seen: seen?.found,
    });
    if (endpoint.method !== "GET") {
      await assertMayChange(endpoint.subject, request.actor, request.subject);
    }
  }
}

const proofs: ReadonlySet<EndpointShape> = new Set(Object.values(stepUpApi));

/** Who removes makes room, and may first have to prove himself; and without signing in nobody could read. */
export function takesRoom(endpoint: EndpointShape): boolean {
  const { method, access } = endpoint;
  return method !== "GET" && method !== "DELETE" && access !== "public" && !proofs.has(endpoint);
}

function assertSize(request: FastifyRequest, endpoint: EndpointShape): void {
  if (!endpoint.files) return;
  const { maxBytes, maxFiles, tooLarge } = uploadRules[endpoint.files.rule];
  if (declaredLength(request) > largestBody({ maxFiles, maxFileBytes: maxBytes }))
    throw payloadTooLarge(tooLarge.replace("{name}", "The upload"));
}

/**
 * A personal token decides alone, whatever cookie comes with it. Without one only an automation call reads a key; every
 * other reads the cookie, and answers 403 to a request that brings only a key.
 */
async function identify(request: FastifyRequest, endpoint: EndpointShape): Promise<Looked> {
  const shown = personalTokenIn(request.headers.authorization);
  if (shown !== null) return identifyToken(request, shown);
  if (endpoint.access === "automation") {
    request.actor = automationActor(request.headers.authorization);
    return null;
  }
  const token = endpoint.byToken ? null : readCookie(request, "sid");
  const { session, seen } =
    token === null ? { session: null, seen: null } : await readSession(token, request, endpoint);
  request.session = session;
  request.actor = request.session?.state === "signedIn" ? request.session.actor : anonymous;
  if (request.session && !endpoint.passive) await slideSession(request.session);
  return seen;
}

/** Kept in an object, so that a failure is heard of where the record is asked for, and not before. */
type Looked = { found: Promise<SeenRecord | undefined> } | null;

/** What is named in the path is read along: who it is for is judged when it is known who asks. */
async function readSession(
  token: string,
  { params }: FastifyRequest,
  endpoint: EndpointShape,
): Promise<{ session: SessionRecord | null; seen: Looked }> {
  const named = endpoint.params && z.safeParse(endpoint.params, params);
  const look =
    endpoint.subject && named?.success
      ? lookAhead(endpoint.subject, named.data as Record<string, unknown>)
      : undefined;
  if (!look) return { session: await findSession(token), seen: null };
  return readTogether(async (executor) => {
    const finding = findSession(token, executor);
    const found = look(executor);
    const [session] = await Promise.all([finding, found.catch(() => undefined)]);
    return { session, seen: { found } };
  });
}

async function identifyToken(request: FastifyRequest, shown: string): Promise<null> {
  const found = await findPersonalToken(shown);
  if (!found) {
    countWrongToken(request);
    throw unknownToken();
  }
  await noteUse(found, networkOf(request.ip));
  request.token = found;
  request.actor = found.actor;
  return null;
}

/** Within its scopes a token has the rights of its owner at this moment. */
function assertScope({ token }: FastifyRequest, { scope }: EndpointShape): void {
  const held = token?.actor.token?.scopes;
  if (held && (scope === "session" || !holdsScope(held, scope))) throw tokenRefused();
}

function assertAccess(request: FastifyRequest, endpoint: EndpointShape): void {
  const { access } = endpoint;
  assertScope(request, endpoint);
  if (access === "automation") return;
  const isProtected = access !== "public";
  if (isProtected && request.actor.kind !== "user") {
    // GET /api/user asks who is signed in, and a key is no user.
    const bringsKey =
      hasBearerToken(request.headers.authorization) && endpoint.path !== sessionApi.getUser.path;
    if (bringsKey && automationActor(request.headers.authorization)) throw keyRefused();
    throw signedOut();
  }
  if (
    isProtected &&
    !endpoint.beforeFactor &&
    (request.session ?? request.token)?.lacksFactor === true
  )
    throw twoFactorMissing();
  if (endpoint.method !== "GET" && !endpoint.fromBrowser && !endpoint.byToken && !request.token)
    assertCsrfToken(request);
  if (endpoint.amongStaff) assertStaff(request.actor);
  if (isProtected) doors[access](request.actor);
}

/** Before anything is looked up, so that a refusal tells nothing of what there is. */
const doors = {
  signedIn: () => undefined,
  bureau: assertBureau,
  staff: assertStaff,
  admin: assertFullAccess,
} as const;
