/** docs/automation.md says what is really sent, asked and answered, and the OpenAPI description says the same. */
import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "contract/api";
import { automationApi } from "contract/automation";
import { casesApi } from "contract/cases";
import { documentsApi } from "contract/documents";
import type { EndpointShape } from "contract/endpoint";
import { invoicesApi } from "contract/invoices";
import { operationsApi } from "contract/operations";
import { runtime } from "#server/core/runtime.ts";
import { headingsOf, jsonUnder } from "#testing/automation-guide.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { openWebhookReceiver, type WebhookReceiver } from "#testing/webhook-receiver.ts";

const KEY = "cbk_1_dGhpcyBpcyB0aGUga2V5IG9mIGEgdGVzdA";
type Content = { content: { "application/json": { schema: AnySchema } } };
type Operation = { requestBody: Content; responses: Record<string, Content> };
type Description = {
  servers: unknown;
  webhooks: Record<string, { post: Operation }>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: AnySchema } };
};

let portal: TestApp;
let service: WebhookReceiver;
let description: Description;
let robot: TestClient;
beforeAll(async () => {
  service = await openWebhookReceiver();
  portal = await openTestApp({
    settings: {
      AUTOMATION_KEY: KEY,
      ALLOW_LOOPBACK_WEBHOOK: "on",
      WEBHOOK_URL_CASE_CREATION: service.url,
      WEBHOOK_URL_STATUS_CHANGE: service.url,
      WEBHOOK_URL_DOCUMENT_UPLOAD: service.url,
      WEBHOOK_URL_INVOICE_PAYMENT: service.url,
    },
  });
  description = (await portal.visitor().call(operationsApi.getOpenApi)) as Description;
  robot = portal.visitor();
  robot.headers["authorization"] = `Bearer ${KEY}`;
});
afterAll(async () => {
  await portal.close();
  await service.close();
});

const ajv = new Ajv2020({ strict: false });
function requireValid({ content }: Content, value: unknown): void {
  const { components } = description;
  const schema = content["application/json"].schema as object;
  const validate = ajv.compile({ ...schema, components });
  expect(validate(value), JSON.stringify({ value, errors: validate.errors })).toBe(true);
}

/** Keys and kinds of values: what a receiver can rely on. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

const automationCalls = Object.values(api)
  .flatMap((table) => Object.values(table) as EndpointShape[])
  .filter(({ access }) => access === "automation")
  .map(({ method, path }) => `${method} ${path}`);

function operationOf(call: string): Operation {
  const [method = "", path = ""] = call.toLowerCase().split(" ");
  const found = Object.entries(description.paths).find(
    ([one]) => one.toLowerCase() === path.replaceAll(/:(\w+)/g, "{$1}"),
  );
  const operation = found?.[1][method];
  if (!operation) throw new Error(`OpenAPI has no ${call}`);
  return operation;
}

function messageOf(name: string): Operation {
  const message = description.webhooks[name];
  if (!message) throw new Error(`OpenAPI has no message ${name}`);
  return message.post;
}

async function tellEverything(): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const admin = await portal.as(await buildAdmin());
  const caseFile = await admin.call(casesApi.create, {
    body: {
      title: "Layla Haddad - Citizenship",
      numberOfApplicants: 2,
      nationality: "Lebanese",
      gender: "Ms.",
      citizenshipProgram: "vanuatu",
      assignedUsers: [],
    },
  });
  await admin.call(casesApi.updateStatus, {
    params: { caseId: caseFile.caseId },
    body: { status: "hold" },
  });
  await admin.call(documentsApi.upload, {
    params: { id: caseFile.id },
    files: [{ field: "files", name: "passport.pdf", bytes: await samplePdf() }],
    fields: { category: "passport" },
  });
  const invoice = await admin.call(invoicesApi.create, {
    body: {
      caseId: caseFile.id,
      caseTitle: caseFile.title,
      stage: "Stage 1",
      invoiceId: "S1-2026-0031",
      usdFee: 1_800_000,
      address: "Villa 7, Dubai",
    },
  });
  await admin.call(invoicesApi.updateStatus, {
    params: { invoiceId: invoice.id },
    body: { status: "Paid by client" },
  });
  await runDueJobs();
  return service.heard.map(
    ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
  );
}

describe("what is said about the automation", () => {
  it("names every message and every call", () => {
    const headings = headingsOf();
    for (const name of [...Object.keys(description.webhooks), ...automationCalls])
      expect(headings).toContain(name);
    expect(Object.keys(description.webhooks)).toHaveLength(4);
    expect(automationCalls).toHaveLength(3);
    expect(description.servers).toEqual([{ url: runtime.config.appOrigin }]);
  });

  it("is true of every message: the example, the schema and what really arrives are one", async () => {
    const arrived = await tellEverything();
    expect(arrived.map(({ data }) => String(data["event"])).toSorted()).toEqual([
      "case_created",
      "document_uploaded",
      "invoice_created",
      "invoice_paid",
      "status_changed",
    ]);
    for (const message of arrived) {
      const { requestBody } = messageOf(message.type);
      const [example] = jsonUnder(message.type);
      requireValid(requestBody, message);
      requireValid(requestBody, example);
      expect(shapeOf(message), message.type).toEqual(shapeOf(example));
    }
  });

  it("refuses an example with a field more, a field less or an unknown status", () => {
    const { content } = messageOf("case.status_changed").requestBody;
    const validate = ajv.compile(content["application/json"].schema);
    const [example] = jsonUnder("case.status_changed") as [{ data: Record<string, unknown> }];
    const { from, ...withoutFrom } = example.data;
    expect(from).toBeDefined();
    for (const data of [
      { ...example.data, title: "Layla Haddad" },
      withoutFrom,
      { ...example.data, to: "unknown" },
    ])
      expect(validate({ ...example, data })).toBe(false);
  });

  it("is true of every call", async () => {
    const params = { id: "S1-2026-0031" };
    const [invoice] = jsonUnder("GET /api/automation/invoices/:id");
    const read = await robot.call(automationApi.getInvoice, { params });
    requireValid(operationOf("GET /api/automation/invoices/:id").responses["200"] as Content, read);
    expect(shapeOf(read)).toEqual(shapeOf(invoice));
    const deliveries = [
      [automationApi.deliverInvoiceFile, { invoiceId: params.id }],
      [automationApi.deliverAgreement, { reference: read.case.caseId }],
    ] as const;
    for (const [endpoint, named] of deliveries) {
      const call = `${endpoint.method} ${endpoint.path}`;
      const [body, example] = jsonUnder(call);
      const { requestBody, responses } = operationOf(call);
      const answer = await robot.send(
        endpoint as EndpointShape as typeof automationApi.deliverInvoiceFile,
        {
          params: named as { invoiceId: string },
          rawBody: body,
        },
      );
      expect(answer.status, call).toBe(201);
      requireValid(requestBody, body);
      for (const said of [answer.body, example]) requireValid(responses["201"] as Content, said);
      expect(shapeOf(answer.body), call).toEqual(shapeOf(example));
    }
  });

  it("shows a refusal as it is", () => {
    const [refusal] = jsonUnder("Refusals");
    const validate = ajv.compile(description.components.schemas.Error);
    expect(validate(refusal), JSON.stringify(validate.errors)).toBe(true);
  });
});
