/**
 * Services are asked directly, as whoever the matrix refuses: the guards in front of the routes, which look at
 * `access` and hide records, are taken away. Each service has to refuse by itself.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EndpointShape } from "contract/endpoint";
import { readCookie } from "#server/auth/cookies.ts";
import { findSession } from "#server/auth/sessions.ts";
import { resolveSubject } from "#server/auth/subjects.ts";
import { anonymous, system } from "#server/core/actor.ts";
import { parseInput } from "#server/http/input.ts";
import { type Fixtures, openFixtures, openForEverybody, type People } from "./endpoint-fixtures.ts";
import { enrolledEndpoints, sendEnrolled } from "./enrolled-endpoints.ts";
import { type Caller, callers, permissionsOf } from "./permissions-matrix.ts";
import type { TestApp } from "./test-app.ts";

let portal: TestApp;
let people: People;

beforeAll(async () => {
  ({ portal, people } = await openForEverybody({ beforeRoutes: takeGuardsAway }));
});
afterAll(() => portal.close());

function takeGuardsAway(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    const endpoint = route.config?.endpoint;
    if (endpoint) route.onRequest = (request: FastifyRequest) => identifyOnly(request, endpoint);
  });
}

async function identifyOnly(request: FastifyRequest, endpoint: EndpointShape): Promise<void> {
  const token = readCookie(request, "sid");
  request.session = token === null ? null : await findSession(token);
  request.actor = request.session?.state === "signedIn" ? request.session.actor : anonymous;
  request.parsedParams = parseInput(endpoint.params, request.params);
  if (!endpoint.subject) return;
  const params = request.parsedParams as Record<string, unknown>;
  request.subject = await resolveSubject(endpoint.subject, system, { params });
}

const signedIn: readonly Caller[] = callers.filter(
  (caller) => caller !== "anonymous" && caller !== "automationKey",
);

const refusals = enrolledEndpoints.flatMap((enrolled) => {
  const { method, path, access } = enrolled.endpoint;
  if (access === "public" || access === "automation") return [];
  const { expected } = permissionsOf(method, path);
  return signedIn
    .filter((caller) => [403, 404].includes(expected[caller].status))
    .map((caller) => ({ ...enrolled, caller }));
});

/** Whoever is refused changes nothing. */
const shared = new Map<Caller, Fixtures>();

describe("a service without the guards in front of it", () => {
  it.each(refusals)(
    "$name refuses $caller",
    { tags: ["asvs-89"] },
    async ({ caller, ...enrolled }) => {
      const fixtures = shared.get(caller) ?? (await openFixtures(portal, people, caller));
      shared.set(caller, fixtures);
      const answer = await sendEnrolled(fixtures, enrolled);
      expect([403, 404], JSON.stringify(answer.body)).toContain(answer.status);
    },
  );
});
