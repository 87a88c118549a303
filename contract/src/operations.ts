/** What a bureau's technician and the monitoring ask. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";

/** The keys that were copied are ticked in the browser. */
export const firstStepKeys = ["bureau", "mail", "backup", "colleague", "cases"] as const;
export const FirstStep = z.object({ key: z.enum(firstStepKeys), done: z.boolean() });
export type FirstStep = z.infer<typeof FirstStep>;

export const operationsApi = {
  getHealth: endpoint({
    method: "GET",
    path: "/api/health",
    access: "public",
    scope: "session",
    summary: "The process answers",
    response: z.object({ status: z.literal("ok") }),
    passive: true,
  }),
  getReadiness: endpoint({
    method: "GET",
    path: "/api/ready",
    access: "public",
    scope: "session",
    summary: "Database and storage answer too",
    response: z.object({ status: z.literal("ok") }),
    passive: true,
  }),
  reportPolicy: endpoint({
    method: "POST",
    path: "/api/csp-report",
    access: "public",
    scope: "session",
    summary: "What a page was kept from loading by its content security policy",
    /** Each browser has its own form. */
    body: z.unknown(),
    response: MessageAnswer,
    budget: "policyReports",
    passive: true,
    fromBrowser: true,
  }),
  getVersion: endpoint({
    method: "GET",
    path: "/api/version",
    access: "admin",
    scope: "session",
    summary: "Which version is running",
    response: z.object({ version: z.string() }),
    passive: true,
  }),
  sendTestMail: endpoint({
    method: "POST",
    path: "/api/operations/test-mail",
    access: "admin",
    scope: "session",
    summary: "Sends a mail to whoever asks, at once, and says what the mail server answered",
    response: MessageAnswer,
  }),
  getFirstSteps: endpoint({
    method: "GET",
    path: "/api/operations/first-steps",
    access: "admin",
    scope: "session",
    summary: "What a new bureau has done, and what it has still to do",
    response: z.object({ steps: z.array(FirstStep) }),
  }),
  getOpenApi: endpoint({
    method: "GET",
    path: "/api/openapi.json",
    access: "public",
    scope: "session",
    summary: "This contract as OpenAPI",
    response: z.record(z.string(), z.unknown()),
    passive: true,
  }),
};
