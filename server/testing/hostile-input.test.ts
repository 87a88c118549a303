/**
 * Every endpoint of the contract meets what no well-behaved client sends: writes without their CSRF token, ids that
 * nothing has, and nonsense in place of each value.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EndpointShape } from "contract/endpoint";
import { openForEverybody, openFixtures, type People } from "./endpoint-fixtures.ts";
import type { Recipe } from "./endpoint-recipe.ts";
import { enrolledEndpoints as endpoints, sendEnrolled as send } from "./enrolled-endpoints.ts";
import type { TestApp } from "./test-app.ts";

let portal: TestApp;
let people: People;

beforeAll(async () => {
  ({ portal, people } = await openForEverybody());
});
afterAll(() => portal.close());

describe("forged writes", () => {
  const writes = endpoints.filter(
    ({ endpoint }) =>
      endpoint.method !== "GET" &&
      endpoint.access !== "automation" &&
      !endpoint.fromBrowser &&
      !endpoint.byToken,
  );
  it.each(writes)(
    "$name is refused without its CSRF token, and changes nothing",
    { tags: ["C-CSRF-004", "asvs-36"] },
    async (enrolled) => {
      const fixtures = await openFixtures(portal, people, "admin");
      const answer = await send(fixtures, enrolled, { headers: { "x-csrf-token": "" } });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ message: "Invalid CSRF token", code: "csrf" });
    },
  );
});

describe("unknown records", () => {
  const withRecord = endpoints.filter(
    ({ endpoint }) => endpoint.params !== undefined && endpoint.access !== "public",
  );
  it.each(withRecord)(
    "$name answers 404 or 400 for ids that do not exist or make no sense",
    async (enrolled) => {
      const fixtures = await openFixtures(
        portal,
        people,
        enrolled.endpoint.access === "automation" ? "automationKey" : "admin",
      );
      const recipe = await enrolled.prepare(fixtures);
      const { params = {} } = recipe;
      for (const nonsense of [
        "2147483647",
        "99999999999",
        "-1",
        "0",
        "1.5",
        "%00",
        "..%2f..%2fetc",
        "NaN",
        "unknown",
        "x".repeat(500),
        "١٢٣",
        "１２３",
      ]) {
        const answer = await send(
          fixtures,
          { ...enrolled, prepare: () => recipe },
          { params: Object.fromEntries(Object.keys(params).map((name) => [name, nonsense])) },
        );
        expect([400, 404], `${nonsense}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
      }
    },
  );
});

const nonsenseBodies: unknown[] = [null, [], "text", 7, true, {}, [[]], { __proto__: null, a: 1 }];
const nonsenseValues: unknown[] = [
  null,
  [],
  {},
  "",
  " ",
  -1,
  0,
  1e308,
  1.5,
  true,
  "\u0000",
  "x".repeat(20_000),
  ["a@b.co"],
  { $ne: 1 },
];
/** A number, a date or a code for people and for some databases. */
const foreignDigits = ["١٢٣", "１２３", "VU-2026-١٢٣٤", "２０２６-11-21"];
const farDays = ["0000-01-01", "1899-12-31", "2201-01-01", "9999-12-31"];

/** The fields of a body that hold a number, a date or a code. */
function countedFields({ body }: EndpointShape): string[] {
  const { shape = {} } = (body?._zod.def ?? {}) as { shape?: object };
  return Object.keys(shape).filter((key) => /id$|date|number|fee|^rate|code|otp/i.test(key));
}

describe("nonsense", () => {
  const withBody = endpoints.filter(({ endpoint }) => endpoint.method !== "GET");
  it.each(withBody)(
    "$name answers nonsense bodies without a fault of the server",
    async (enrolled) => {
      const caller = enrolled.endpoint.access === "automation" ? "automationKey" : "admin";
      const fixtures = await openFixtures(portal, people, caller);
      let recipe = await enrolled.prepare(fixtures);
      const { body } = recipe;
      const fields = typeof body === "object" && body !== null ? Object.keys(body) : [];
      const variants = [
        ...nonsenseBodies,
        ...fields.flatMap((field) =>
          nonsenseValues.map((value) => ({ ...(body as object), [field]: value })),
        ),
      ];
      for (const variant of variants) {
        const prepared = { ...enrolled, prepare: () => recipe };
        const answer = await send(fixtures, prepared, {
          body: undefined,
          rawBody: variant,
          files: undefined,
          fields: undefined,
        } as Recipe);
        // What was refused has changed nothing, so the next one meets the same records.
        if (answer.status < 400) recipe = await enrolled.prepare(fixtures);
        expect(
          answer.status,
          `${JSON.stringify(variant).slice(0, 200)}: ${JSON.stringify(answer.body)}`,
        ).toBeLessThan(500);
      }
    },
  );

  it.each(withBody.filter(({ endpoint }) => countedFields(endpoint).length > 0))(
    "$name answers 400 to foreign digits and far years in a number, a date or a code",
    { tags: ["D-186"] },
    async (enrolled) => {
      const caller = enrolled.endpoint.access === "automation" ? "automationKey" : "admin";
      const fixtures = await openFixtures(portal, people, caller);
      const recipe = await enrolled.prepare(fixtures);
      for (const field of countedFields(enrolled.endpoint)) {
        for (const value of field === "date" ? [...foreignDigits, ...farDays] : foreignDigits) {
          // With files the values travel as parts of a form.
          const sent =
            recipe.files === undefined
              ? { body: { ...(recipe.body as object), [field]: value } }
              : { fields: { ...recipe.fields, [field]: String(value) } };
          const changed = { ...enrolled, prepare: () => ({ ...recipe, ...sent }) };
          const answer = await send(fixtures, changed);
          expect(answer.status, `${field} ${value}: ${JSON.stringify(answer.body)}`).toBe(400);
        }
      }
    },
  );

  it(
    "refuses bodies that try to reach the prototype, are no JSON, or of another type",
    { tags: ["asvs-15"] },
    async () => {
      const fixtures = await openFixtures(portal, people, "admin");
      const token = await fixtures.client.csrfToken();
      const post = (payload: string, type: string) =>
        fixtures.client.request({
          method: "POST",
          url: "/api/cases",
          headers: { "content-type": type, "x-csrf-token": token },
          payload: Buffer.from(payload),
        });
      expect((await post('{"__proto__":{"isAdmin":true}}', "application/json")).status).toBe(400);
      expect((await post('{"constructor":{"prototype":{}}}', "application/json")).status).toBe(400);
      expect((await post("{", "application/json")).status).toBe(400);
      expect((await post("title=x", "application/x-www-form-urlencoded")).status).toBe(415);
      expect((await post("<a/>", "text/xml")).status).toBe(415);
      expect((await post("{}", "application/json\t;x")).status).toBeLessThan(500);
      expect((await post("--x", "multipart/form-data")).status).toBeLessThan(500);
    },
  );
});
