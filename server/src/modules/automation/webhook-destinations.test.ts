import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { logWebhookDestinations } from "./webhook-destinations.ts";

const lines: { level: string; msg: string }[] = [];
const addresses: Record<string, string[]> = {
  "automation.lan": ["10.0.0.5"],
  "hooks.example": ["93.184.215.14"],
  "rebound.example": ["10.0.0.6"],
};
const resolve = async (host: string) => addresses[host] ?? [];
const said = () => lines.map(({ level, msg }) => [level, msg]);

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp({
    settings: {
      LOG_LEVEL: "info",
      WEBHOOK_PRIVATE_HOSTS: "automation.lan",
      WEBHOOK_URL_CASE_CREATION: "http://automation.lan:1880/secret-path?token=secret",
      WEBHOOK_URL_INVOICE_PAYMENT: "http://automation.lan:1880/secret-path?token=secret",
      WEBHOOK_URL_DOCUMENT_UPLOAD: "https://hooks.example/secret-path",
      WEBHOOK_URL_STATUS_CHANGE: "https://rebound.example/",
    },
    logTo: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  });
});
afterAll(() => portal.close());
beforeEach(() => {
  lines.length = 0;
});

it("says at the start where messages will go, and which address is refused, without a secret path", async () => {
  await logWebhookDestinations(resolve);
  expect(said()).toEqual([
    [
      "info",
      "Webhooks about case_creation, invoice_payment go to http://automation.lan:1880 (10.0.0.5, allowed by WEBHOOK_PRIVATE_HOSTS)",
    ],
    ["info", "Webhooks about document_upload go to https://hooks.example (93.184.215.14)"],
    [
      "warn",
      "Webhooks about status_change cannot go to https://rebound.example. This address is not allowed: it is not on the public internet",
    ],
  ]);
});

it("says so when none will be sent", async () => {
  const given = runtime;
  const urls = {
    case_creation: null,
    invoice_payment: null,
    document_upload: null,
    status_change: null,
  };
  const webhooks = { ...given.config.webhooks, urls };
  setRuntime({ ...given, config: { ...given.config, webhooks } });
  await logWebhookDestinations(resolve);
  setRuntime(given);
  expect(said()).toEqual([["info", "No address for webhooks is set: none are sent"]]);
});
