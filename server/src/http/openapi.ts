/** The contract as OpenAPI 3.1, made from the same table that the routes are registered from. */
import type * as z from "zod/mini";
import { api } from "contract/api";
import type { EndpointShape } from "contract/endpoint";
import { ErrorAnswer } from "contract/errors";
import { uploadRules } from "contract/files";
import { PROOF_MINUTES } from "contract/step-up";
import { version } from "#server/core/version.ts";
import { type Json, schemaOf } from "./json-schema.ts";
import { parameterExamples, schemaExamples } from "./openapi-examples.ts";
import { refusalsOf } from "./openapi-refusals.ts";
import { NamedSchemas } from "./openapi-schemas.ts";
import { describeWebhooks } from "./openapi-webhooks.ts";

const PROOF = `a passkey, a code of an app or the password, given in this session in the last ${PROOF_MINUTES} minutes; otherwise 403 step_up_required`;
const STEP_UP: Record<string, string> = {
  true: `Needs ${PROOF}.`,
  whenDangerous: `What opens accounts or gives rights needs ${PROOF}.`,
};
const CURSOR =
  "Give `next` of one answer as `after` of the next call; null is the end. A cursor says nothing and holds no right.";

const described = new Map<string, Json>();

/** `origin`: where the portal is reached. Made once: what does not change is packed once, too. */
export function describeApi(origin: string): Json {
  const known = described.get(origin);
  if (known) return known;
  const description = Object.freeze({ ...describe(), servers: [{ url: origin }] });
  described.set(origin, description);
  return description;
}

function describe(): Json {
  const named = new NamedSchemas();
  const paths: Record<string, Json> = {};
  for (const [module, table] of Object.entries(api)) {
    for (const [verb, endpoint] of Object.entries(table) as [string, EndpointShape][]) {
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
      const method = endpoint.method.toLowerCase();
      paths[path] = { ...paths[path], [method]: operation({ module, verb, endpoint, named }) };
    }
  }
  const webhooks = describeWebhooks(named);
  const error = schemaOf(ErrorAnswer, "output");
  return {
    openapi: "3.1.1",
    info: { title: "Case Management Portal", version },
    paths,
    webhooks,
    components: {
      schemas: withExamples({ ...named.components(), Error: error }),
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "sid" },
        personalToken: {
          type: "http",
          scheme: "bearer",
          description: "A personal token, `cmp_` and 49 characters, with the scope that is named",
        },
        automationKey: { type: "http", scheme: "bearer" },
      },
    },
  };
}

function withExamples(schemas: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const example = schemaExamples[name];
      return [name, example === undefined ? schema : { ...schema, examples: [example] }];
    }),
  );
}

type Described = { module: string; verb: string; endpoint: EndpointShape; named: NamedSchemas };

function operation({ module, verb, endpoint, named }: Described): Json {
  const query = parametersIn("query", endpoint.query);
  const isPaged = query.some(({ name }) => name === "after");
  return {
    operationId: `${module}.${verb}`,
    tags: [module],
    summary: endpoint.summary,
    ...(endpoint.stepUp === undefined ? {} : { description: STEP_UP[String(endpoint.stepUp)] }),
    "x-door": endpoint.access,
    "x-scope": endpoint.scope,
    ...(isPaged ? { "x-cursor": CURSOR } : {}),
    security: securityOf(endpoint),
    parameters: [...parametersIn("path", endpoint.params), ...query, ...headersOf(endpoint)],
    ...requestBody(endpoint, named),
    responses: {
      [String(endpoint.response === "redirect" ? 303 : (endpoint.status ?? 200))]: success(
        endpoint,
        named,
      ),
      ...refusals(endpoint),
    },
  };
}

function securityOf({ access, scope }: EndpointShape): Json[] {
  if (access === "public") return [];
  if (access === "automation") return [{ automationKey: [] }];
  return [{ session: [] }, ...(scope === "session" ? [] : [{ personalToken: [scope] }])];
}

function headersOf(endpoint: EndpointShape): Json[] {
  const { method, access } = endpoint;
  const isOfBrowsers = method !== "GET" && access !== "automation" && !endpoint.fromBrowser;
  return [
    ...(isOfBrowsers
      ? [header("X-CSRF-Token", "Asked for beside a session, never of a token")]
      : []),
    ...(method === "POST" && access !== "public" && !endpoint.secret
      ? [header("Idempotency-Key", "Repeated with the same key it is carried out once")]
      : []),
    ...(method === "PUT" || method === "PATCH"
      ? [
          header(
            "If-Match",
            "The version that the change is based on; 409 when it is another by now",
          ),
        ]
      : []),
  ];
}

function header(name: string, description: string): Json {
  return { name, in: "header", required: false, description, schema: { type: "string" } };
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
    ...(name in parameterExamples ? { example: parameterExamples[name] } : {}),
  }));
}

function requestBody(endpoint: EndpointShape, named: NamedSchemas): Json {
  const content: Json = {};
  if (endpoint.files) content["multipart/form-data"] = { schema: multipartSchema(endpoint) };
  if (endpoint.body && (!endpoint.files || endpoint.files.json))
    content["application/json"] = { schema: named.of(endpoint.body, "input") };
  if (Object.keys(content).length === 0) return {};
  return { requestBody: { required: endpoint.files?.json !== true, content } };
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

function success(endpoint: EndpointShape, named: NamedSchemas): Json {
  if (typeof endpoint.response !== "string") {
    return {
      description: "Done",
      content: { "application/json": { schema: named.of(endpoint.response, "output") } },
    };
  }
  if (endpoint.response === "redirect") return { description: "See other" };
  const type = endpoint.response === "stream" ? "text/event-stream" : "application/octet-stream";
  return {
    description: "Content",
    content: { [type]: { schema: { type: "string", format: "binary" } } },
  };
}

/** What is said stands in the description, one sentence a line. */
function refusals(endpoint: EndpointShape): Json {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    [...refusalsOf(endpoint)].map(([status, texts]) => [
      String(status),
      { description: texts.length === 0 ? "Refused" : texts.join("\n"), content },
    ]),
  );
}
