/** Holds what is really answered against its description in OpenAPI. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { EndpointShape } from "contract/endpoint";
import { describeApi } from "#server/http/openapi.ts";

export type OpenApi = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};
export type Operation = {
  operationId: string;
  "x-scope": string;
  "x-door": string;
  "x-cursor"?: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; schema: object; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
};

export function openApi(): OpenApi {
  return describeApi("http://localhost:3000") as OpenApi;
}

export function operationOf({ method, path }: EndpointShape): Operation | undefined {
  return openApi().paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const known = new Map<object, ValidateFunction>();

/** A schema of the description, references to its components included. */
export function validatorOf(schema: object): ValidateFunction {
  const made = known.get(schema) ?? ajv.compile({ ...schema, components: openApi().components });
  known.set(schema, made);
  return made;
}

type Answered = { status: number; body: unknown };

export function expectDescribed(endpoint: EndpointShape, { status, body }: Answered): void {
  const operation = operationOf(endpoint);
  const name = `${endpoint.method} ${endpoint.path}`;
  const described = operation?.responses[status];
  expect(described, `${name} answers ${status}`).toBeDefined();
  const schema = described?.content?.["application/json"]?.schema;
  if (schema === undefined || body === null) return;
  const validate = validatorOf(schema);
  expect(validate(body), `${name}: ${JSON.stringify(validate.errors?.slice(0, 3))}`).toBe(true);
}
