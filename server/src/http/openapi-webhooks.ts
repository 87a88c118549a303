/** The messages to the automation service, as the webhooks of OpenAPI 3.1. */
import { webhookMessages } from "contract/webhook-messages";
import type { Json } from "./json-schema.ts";
import type { NamedSchemas } from "./openapi-schemas.ts";

const headers = {
  "webhook-id": "The same on every attempt: do what it says once per id",
  "webhook-timestamp": "When this attempt was signed, in seconds since 1970",
  "webhook-signature": "One or more of v1,<base64>, separated by spaces (Standard Webhooks 1.0.0)",
};

export function describeWebhooks(named: NamedSchemas): Json {
  return Object.fromEntries(
    Object.values(webhookMessages).map(({ name, summary, schema }) => [
      name,
      {
        post: {
          operationId: `webhook.${name}`,
          tags: ["webhooks"],
          summary,
          parameters: Object.entries(headers).map(([header, description]) => ({
            name: header,
            in: "header",
            required: true,
            description,
            schema: { type: "string" },
          })),
          requestBody: {
            required: true,
            content: { "application/json": { schema: named.of(schema, "output") } },
          },
          responses: {
            "2XX": { description: "The message was taken" },
            "410": { description: "Nobody wants it any more: it is given up at once" },
            default: { description: "It is sent again, for up to three days" },
          },
        },
      },
    ]),
  );
}
