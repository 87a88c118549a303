/**
 * The whole matrix once more for programs (finding-and-moving.md 7.1): with the one scope that a call asks for, a token
 * has the cell of its owner; with every other scope, and for what only a cookie may do, it is refused.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EndpointShape, REDIRECT } from "contract/endpoint";
import { holdsScope, type Scope, scopes } from "contract/scopes";
import { type Fixtures, openForEverybody, openFixtures, type People } from "./endpoint-fixtures.ts";
import { type Enrolled, enrolledEndpoints, sendEnrolled } from "./enrolled-endpoints.ts";
import { buildToken } from "./factories/tokens.ts";
import { permissionsOf } from "./permissions-matrix.ts";
import { programWith } from "./programs.ts";
import type { TestApp } from "./test-app.ts";

let portal: TestApp;
let people: People;
beforeAll(async () => {
  ({ portal, people } = await openForEverybody());
});
afterAll(() => portal.close());

const owners = ["agentAssigned", "agentNotAssigned", "accountant", "admin"] as const;
type Owner = (typeof owners)[number];

const NOT_ALLOWED = { code: "access.token", message: "This token may not do that" };

const readings = new Map<Owner, Fixtures>();

/** Whoever reads or is refused changes nothing, so he does all of that in the same fixtures. */
async function fixturesOf(owner: Owner, { method, path, response }: EndpointShape) {
  const isRefused = permissionsOf(method, path).expected[owner].status >= 400;
  const leavesNothing = isRefused || (method === "GET" && response !== REDIRECT);
  const known = leavesNothing ? readings.get(owner) : undefined;
  if (known) return known;
  const fixtures = await openFixtures(portal, people, owner);
  if (leavesNothing) readings.set(owner, fixtures);
  return fixtures;
}

const secrets = new Map<string, string>();

async function secretOf(owner: Owner, held: readonly Scope[]): Promise<string> {
  const key = `${owner} ${held.join(" ")}`;
  const known = secrets.get(key);
  if (known !== undefined) return known;
  const { secret } = await buildToken({ userId: people[owner]?.id ?? 0, scopes: [...held] });
  secrets.set(key, secret);
  return secret;
}

/** Whatever the recipe makes is made by the person; the call itself is made by the program, and without a cookie. */
async function callWithToken(owner: Owner, enrolled: Enrolled, held: readonly Scope[]) {
  const fixtures = await fixturesOf(owner, enrolled.endpoint);
  const { client: _, ...recipe } = await enrolled.prepare(fixtures);
  const program = programWith(portal, await secretOf(owner, held));
  return sendEnrolled({ ...fixtures, client: program }, { ...enrolled, prepare: () => recipe });
}

const scoped = enrolledEndpoints.flatMap((enrolled) => {
  const { scope } = enrolled.endpoint;
  return scope === "session" ? [] : [{ ...enrolled, scope }];
});
const forCookies = enrolledEndpoints.filter(({ endpoint }) => endpoint.scope === "session");

describe("a token", () => {
  it.each(scoped)(
    "may do $name exactly with $scope and where its owner may",
    { tags: ["W-API-003"] },
    async ({ scope, ...enrolled }) => {
      const { method, path } = enrolled.endpoint;
      for (const owner of owners) {
        const { status, body } = await callWithToken(owner, enrolled, [scope]);
        const expected = permissionsOf(method, path).expected[owner].status;
        expect(status, `${owner}: ${JSON.stringify(body)}`).toBe(expected);
      }
      const others = scopes.filter((other) => !holdsScope([other], scope));
      const refused = await callWithToken("admin", enrolled, others);
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject(NOT_ALLOWED);
    },
  );

  it.each(forCookies)(
    "never does $name, which is only for a cookie",
    { tags: ["W-API-004"] },
    async (enrolled) => {
      const fixtures = await fixturesOf("admin", enrolled.endpoint);
      const program = programWith(portal, await secretOf("admin", scopes));
      const params = {
        id: 1,
        token: "0",
        name: "0",
        invoiceId: 1,
        fileId: "0",
        reference: "0",
        tokenId: 1,
      };
      const prepare = () => ({ params });
      const { status, body } = await sendEnrolled(
        { ...fixtures, client: program },
        { ...enrolled, prepare },
      );
      expect(status).toBe(403);
      if (body !== null) expect(body).toMatchObject(NOT_ALLOWED);
    },
  );
});

it("writing holds reading, and nothing else", () => {
  expect(holdsScope(["cases:write"], "cases:read")).toBe(true);
  expect(holdsScope(["cases:read"], "cases:write")).toBe(false);
  expect(holdsScope(["people:write"], "cases:read")).toBe(false);
});

it(
  "every call names a scope, or that it is for a cookie; what asks for a fresh proof is",
  { tags: ["W-API-012"] },
  () => {
    const known: readonly string[] = [...scopes, "session"];
    for (const { name, endpoint } of enrolledEndpoints) {
      expect(known, name).toContain(endpoint.scope);
      if (endpoint.stepUp !== undefined) expect(endpoint.scope, name).toBe("session");
      if (endpoint.access === "public") expect(endpoint.scope, name).toBe("session");
    }
    const unnamed = {
      method: "GET",
      path: "/api/x",
      access: "admin",
      summary: "",
      response: "file",
    } as const;
    // @ts-expect-error: without a scope no endpoint compiles.
    const endpoint: EndpointShape = unnamed;
    expect(endpoint.scope).toBeUndefined();
  },
);
