/**
 * The whole matrix of permissions.md: every endpoint of the contract as all eight callers, and by HEAD; an endpoint
 * without a row in the matrix fails here. And what each is told, key by key (permissions.md 3.3, asvs 91): a key more in
 * somebody's answer is a change of who knows what, it shows in answer-keys.txt, and somebody has to look at it.
 * `vitest -u` writes the file anew.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EndpointShape, REDIRECT } from "contract/endpoint";
import { liveStreamCount } from "#server/events/live-stream.ts";
import { shapeOf } from "./answer-shape.ts";
import { expectDescribed } from "./described-answers.ts";
import { type Fixtures, openForEverybody, openFixtures, type People } from "./endpoint-fixtures.ts";
import {
  type Enrolled,
  enrolledEndpoints as endpoints,
  sendEnrolled,
} from "./enrolled-endpoints.ts";
import { buildInvoiceFile } from "./factories/invoices.ts";
import { buildFullPortal } from "./full-portal.ts";
import { type Caller, callers, permissionsOf } from "./permissions-matrix.ts";
import type { TestApp } from "./test-app.ts";
import type { CallInput } from "./test-client.ts";

let portal: TestApp;
let people: People;

beforeAll(async () => {
  ({ portal, people } = await openForEverybody());
  await buildFullPortal();
});
afterAll(() => portal.close());

/** One of everything hangs on the case, so that no list is empty for want of an item. */
async function openFurnishedFixtures(caller: Caller): Promise<Fixtures> {
  const fixtures = await openFixtures(portal, people, caller);
  await fixtures.applicant();
  await fixtures.document();
  await fixtures.comment();
  await fixtures.agreement();
  const { invoice } = await fixtures.invoiceFile();
  await buildInvoiceFile(invoice, { list: "admin" });
  await fixtures.log();
  return fixtures;
}

const shared = new Map<Caller, Fixtures>();

/** Whoever reads or is refused changes nothing, so a caller does all of that in the same fixtures. */
async function fixturesOf(caller: Caller, endpoint: EndpointShape): Promise<Fixtures> {
  if (!isWithoutTrace(caller, endpoint)) return openFixtures(portal, people, caller);
  const fixtures = shared.get(caller) ?? (await openFurnishedFixtures(caller));
  shared.set(caller, fixtures);
  return fixtures;
}

/** Of what is read, only the link that signs out changes something. */
function isWithoutTrace(caller: Caller, endpoint: EndpointShape): boolean {
  if (endpoint.method === "GET") return endpoint.response !== REDIRECT;
  return statusFor(caller, endpoint) >= 400;
}

function statusFor(caller: Caller, { method, path }: EndpointShape): number {
  return permissionsOf(method, path).expected[caller].status;
}

const readings = endpoints.filter(({ endpoint }) => endpoint.method === "GET");
const changes = endpoints.filter(({ endpoint }) => endpoint.method !== "GET");

/** By endpoint and shape of the answer: who got it. */
const told = new Map<string, Map<string, Caller[]>>();

function note(name: string, shape: string, caller: Caller): void {
  const shapes = told.get(name) ?? new Map<string, Caller[]>();
  told.set(name, shapes.set(shape, [...(shapes.get(shape) ?? []), caller]));
}

function keysOf({ name }: Enrolled): string {
  const shapes = [...(told.get(name) ?? [])];
  return [name, ...shapes.map(([shape, who]) => `  ${who.join(" ")}\n    ${shape}`)].join("\n");
}

const isAboutSomebody = ({ name, endpoint }: Enrolled) =>
  typeof endpoint.response === "object" && name !== "operations.getOpenApi";

function describeMatrix(what: string, enrolled: readonly Enrolled[]): void {
  describe.each(callers)(`%s ${what}`, { tags: ["asvs-89", "asvs-92"] }, (caller) => {
    // Changes come after refusals, because some of them end the sessions of their caller.
    const inOrder = enrolled.toSorted(
      (one, other) => statusFor(caller, other.endpoint) - statusFor(caller, one.endpoint),
    );
    it.each(inOrder)(
      "$name answers as the matrix says",
      {
        tags: [
          "I-ROLE-004..005",
          "I-ROLE-007",
          "C-ROLE-008",
          "I-ROLE-037",
          "CI-ROLE-038",
          "W-RUL-023",
          "W-API-013",
        ],
      },
      async ({ name, endpoint, prepare }) => {
        const status = statusFor(caller, endpoint);
        const fixtures = await fixturesOf(caller, endpoint);
        const answer = await sendEnrolled(fixtures, { name, endpoint, prepare });
        expect(answer.status, JSON.stringify(answer.body)).toBe(status);
        expectDescribed(endpoint, answer);
        if (status < 300) note(name, shapeOf(answer.body), caller);
      },
    );
  });
}

describe("HEAD", () => {
  it.each(readings)(
    "$name obeys the same rule by HEAD, and is answered at once without a body",
    { tags: ["asvs-41"] },
    async ({ endpoint, prepare }) => {
      for (const caller of ["anonymous", "clientNotAssigned", "admin"] as const) {
        const fixtures = await fixturesOf(caller, endpoint);
        const { client = fixtures.client, ...input } = await prepare(fixtures);
        const asked = { ...endpoint, method: "HEAD" as never };
        const answer = await client.send(asked, input as CallInput<EndpointShape>);
        expect(answer.status, caller).toBe(statusFor(caller, endpoint));
        expect(answer.bytes.length).toBe(0);
      }
      expect(liveStreamCount()).toBe(0);
    },
  );
});

describeMatrix("reads", readings);

// Last, because some of them end the sessions of whoever reads.
describeMatrix("changes", changes);

it(
  "tells each role what it has always told it, and nothing more",
  { tags: ["asvs-91"] },
  async () => {
    const answers = [...readings, ...changes].filter(isAboutSomebody).map(keysOf);
    await expect(`${answers.join("\n\n")}\n`).toMatchFileSnapshot("answer-keys.txt");
  },
);
