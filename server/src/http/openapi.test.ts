import { brotliCompressSync, gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { version } from "#server/core/version.ts";
import { openApi, operationOf, validatorOf } from "#testing/described-answers.ts";
import { enrolledEndpoints } from "#testing/enrolled-endpoints.ts";
import openApiSchema from "#testing/openapi-3.1.schema.json" with { type: "json" };
import { parameterExamples, schemaExamples } from "./openapi-examples.ts";

const description = openApi();
const MOST_COMPRESSED_BYTES = 60 * 1024;

/** What has no form of ours: what browsers say, the value of any field, answers to answers, and this description. */
const ofAnyForm = [
  "components/schemas/AuditEvent",
  "components/schemas/Error",
  "components/schemas/PasskeyOptions",
  "components/schemas/Reply",
  "components/schemas/RuleChange",
  "paths/api/csp-report",
  "paths/api/openapi.json",
];

function emptySchemas(value: unknown, place: string[] = []): string[] {
  if (typeof value !== "object" || value === null) return [];
  const isSchema = ["schema", "items", "additionalProperties"].includes(place.at(-1) ?? "");
  const isProperty = place.at(-2) === "properties";
  if (Object.keys(value).length === 0 && !Array.isArray(value))
    return isSchema || isProperty ? [place.join("/")] : [];
  return Object.entries(value).flatMap(([key, inner]) => emptySchemas(inner, [...place, key]));
}

describe("the OpenAPI description", () => {
  it("is valid 3.1, and so is every schema in it", { tags: ["W-API-013"] }, () => {
    expect(description.openapi).toBe("3.1.1");
    expect(description.info.version).toBe(version);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    const validate = ajv.compile(openApiSchema);
    expect(validate(description), JSON.stringify(validate.errors?.slice(0, 5))).toBe(true);
    for (const [name, schema] of Object.entries(description.components.schemas))
      expect(ajv.validateSchema(schema), name).toBe(true);
    for (const operation of Object.values(description.paths).flatMap((path) => Object.values(path)))
      for (const { schema } of operation.parameters) expect(ajv.validateSchema(schema)).toBe(true);
  });

  it("finds every reference, and names no record that is nowhere", () => {
    const text = JSON.stringify(description);
    const asked = new Set(
      [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name),
    );
    const named = Object.keys(description.components.schemas);
    expect(asked).toEqual(new Set(named));
  });

  it(
    "holds every endpoint of the contract, with its door, its scope and its refusals",
    { tags: ["W-API-013"] },
    () => {
      const described = Object.values(description.paths).flatMap((path) => Object.values(path));
      expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(
        enrolledEndpoints.map(({ name }) => name).toSorted(),
      );
      for (const { name, endpoint } of enrolledEndpoints) {
        const operation = operationOf(endpoint);
        expect(operation?.operationId).toBe(name);
        expect(operation?.["x-door"], name).toBe(endpoint.access);
        expect(operation?.["x-scope"], name).toBe(endpoint.scope);
        const says = operation?.responses["403"]?.description ?? "";
        expect(says, name).toContain("This token may not do that");
        if (endpoint.access === "admin") expect(says).toContain("Admin access required");
        if (endpoint.subject)
          expect(operation?.responses["404"]?.description).toMatch(/ not found$/m);
      }
    },
  );

  it("says how one comes in: by session, with a token and its scope, or with the automation's key", () => {
    const { paths } = description;
    expect(paths["/api/cases/page"]?.["get"]?.security).toEqual([
      { session: [] },
      { personalToken: ["cases:read"] },
    ]);
    expect(paths["/api/tokens"]?.["get"]?.security).toEqual([{ session: [] }]);
    expect(paths["/api/automation/invoices/{id}"]?.["get"]?.security).toEqual([
      { automationKey: [] },
    ]);
    expect(paths["/api/cases/page"]?.["get"]?.["x-cursor"]).toContain("`after`");
    expect(paths["/api/tokens"]?.["get"]).not.toHaveProperty("x-cursor");
  });

  it("leaves the form of nothing open but of what has none", () => {
    const found = emptySchemas(description).map((place) =>
      place
        .replace(/^paths\/(\/[^/]+)*?(\/[\w.-]+\/[\w.-]+).*/, "paths$2")
        .split("/")
        .slice(0, 3)
        .join("/"),
    );
    expect([...new Set(found)].toSorted()).toEqual(ofAnyForm);
  });

  it("has examples that are of the form they are examples of", () => {
    for (const [name, example] of Object.entries(schemaExamples)) {
      const schema = description.components.schemas[name];
      expect(schema, name).toBeDefined();
      expect(validatorOf(schema ?? {})(example), name).toBe(true);
    }
    const used = new Set<string>();
    for (const path of Object.values(description.paths))
      for (const { parameters } of Object.values(path))
        for (const { name, example } of parameters) if (example !== undefined) used.add(name);
    expect([...used].toSorted()).toEqual(Object.keys(parameterExamples).toSorted());
  });

  it("is small on its way", () => {
    const bytes = Buffer.from(JSON.stringify(description));
    expect(gzipSync(bytes).length).toBeLessThan(MOST_COMPRESSED_BYTES);
    expect(brotliCompressSync(bytes).length).toBeLessThan(MOST_COMPRESSED_BYTES);
  });
});
