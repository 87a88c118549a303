/** The contract as OpenAPI 3.1, made from the same table that the routes are registered from. */
import type * as z from "zod/mini";
import { api } from "contract/api";
import type { EndpointShape } from "contract/endpoint";
import { ErrorAnswer } from "contract/errors";
import { uploadRules } from "contract/files";
import { PROOF_MINUTES } from "contract/step-up";
import { type Json, schemaOf } from "./json-schema.ts";
import { describeWebhooks } from "./openapi-webhooks.ts";

const PROOF = `a passkey, a code of an app or the password, given in this session in the last ${PROOF_MINUTES} minutes; otherwise 403 step_up_required`;
const STEP_UP: Record<string, string> = {
  true: `Needs ${PROOF}.`,
  whenDangerous: `What opens accounts or gives rights needs ${PROOF}.`,
};

let description: Json | null = null;

/** `origin`: where the portal is reached. */
export function describeApi(origin: string): Json {
  description ??= describe();
  return { ...description, servers: [{ url: origin }] };
}

function describe(): Json {
  const paths: Record<string, Json> = {};
  for (const [module, table] of Object.entries(api)) {
    for (const [verb, endpoint] of Object.entries(table) as [string, EndpointShape][]) {
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operation({ module, verb, endpoint }),
      };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Case Management Portal", version: "1.0.0" },
    paths,
    webhooks: describeWebhooks(),
    components: {
      schemas: { Error: schemaOf(ErrorAnswer, "output") },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "sid" },
        automationKey: { type: "http", scheme: "bearer" },
      },
    },
  };
}

function operation(named: { module: string; verb: string; endpoint: EndpointShape }): Json {
  const { module, verb, endpoint } = named;
  return {
    operationId: `${module}.${verb}`,
    tags: [module],
    summary: endpoint.summary,
    ...(endpoint.stepUp === undefined ? {} : { description: STEP_UP[String(endpoint.stepUp)] }),
    security: securityOf(endpoint),
    parameters: [
      ...parametersIn("path", endpoint.params),
      ...parametersIn("query", endpoint.query),
      ...csrfHeader(endpoint),
    ],
    ...requestBody(endpoint),
    responses: {
      [String(endpoint.response === "redirect" ? 303 : (endpoint.status ?? 200))]:
        success(endpoint),
      default: {
        description: "Refused",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function securityOf(endpoint: EndpointShape): Json[] {
  if (endpoint.access === "public") return [];
  return endpoint.access === "automation" ? [{ automationKey: [] }] : [{ session: [] }];
}

function csrfHeader(endpoint: EndpointShape): Json[] {
  if (endpoint.method === "GET" || endpoint.access === "automation") return [];
  if (endpoint.fromBrowser) return [];
  return [{ name: "X-CSRF-Token", in: "header", required: true, schema: { type: "string" } }];
}

function parametersIn(place: "path" | "query", schema: z.ZodMiniType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function requestBody(endpoint: EndpointShape): Json {
  const content: Json = {};
  if (endpoint.files) content["multipart/form-data"] = { schema: multipartSchema(endpoint) };
  if (endpoint.body && (!endpoint.files || endpoint.files.json))
    content["application/json"] = { schema: schemaOf(endpoint.body, "input") };
  return Object.keys(content).length > 0 ? { requestBody: { content } } : {};
}

function multipartSchema({ body, files }: EndpointShape): Json {
  const fields = body ? schemaOf(body, "input") : {};
  const { properties = {}, required = [] } = fields as { properties?: Json; required?: string[] };
  const rule = files ? uploadRules[files.rule] : null;
  const file = { type: "string", format: "binary" };
  const name = rule?.fields[0] ?? "file";
  return {
    type: "object",
    properties: {
      ...properties,
      [name]: rule && rule.maxFiles > 1 ? { type: "array", items: file } : file,
    },
    // What may be plain JSON instead may also say where the file is.
    required: files?.json ? required : [...required, name],
  };
}

function success(endpoint: EndpointShape): Json {
  if (typeof endpoint.response !== "string") {
    return {
      description: "Done",
      content: { "application/json": { schema: schemaOf(endpoint.response, "output") } },
    };
  }
  if (endpoint.response === "redirect") return { description: "See other" };
  const type = endpoint.response === "stream" ? "text/event-stream" : "application/octet-stream";
  return {
    description: "Content",
    content: { [type]: { schema: { type: "string", format: "binary" } } },
  };
}
