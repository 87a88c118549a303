/** The outside automation service: what it was told, and what it delivers. */
import * as z from "zod/mini";
import { ServiceAgreement } from "./agreements.ts";
import { programs } from "./case-parts.ts";
import { endpoint } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { ById, MAX_FILE_NAME, Timestamp } from "./fields.ts";
import { ByInvoice, ByInvoiceReference, FileListParameter, InvoiceFile } from "./invoice-files.ts";
import { invoiceStages, invoiceStatuses } from "./invoices.ts";
import { currencies } from "./money.ts";

export const webhookTypes = [
  "case_creation",
  "invoice_payment",
  "document_upload",
  "status_change",
] as const;
export type WebhookType = (typeof webhookTypes)[number];
export const webhookStatuses = ["success", "failed", "retrying"] as const;
export const WEBHOOK_LOG_LIMIT = 100;

export const WebhookLog = z.object({
  id: z.number(),
  type: z.enum(webhookTypes),
  status: z.enum(webhookStatuses),
  caseId: z.nullable(z.number()),
  caseTitle: z.nullable(z.string()),
  errorMessage: z.nullable(z.string()),
  createdAt: Timestamp,
  triggeredBy: z.string(),
  httpStatus: z.nullable(z.number()),
  /** Admins only; null for others. */
  webhookUrl: z.nullable(z.string()),
  attemptCount: z.number(),
});
export type WebhookLog = z.infer<typeof WebhookLog>;

/** Only https is stored; the browser opens it, the server never does (security.md 5.3). */
export const ExternalUrl = z.string("Invalid URL").check(
  z.maxLength(2000, "Invalid URL"),
  // Readers of addresses drop line breaks and tabs; a header must never hold one.
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  z.refine((text) => !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text), "Invalid URL"),
  z.refine((text) => {
    try {
      const url = new URL(text);
      return url.protocol === "https:" && url.username === "" && url.password === "";
    } catch {
      return false;
    }
  }, "Invalid URL"),
);
const OriginalName = z.optional(z.string().check(z.trim(), z.maxLength(MAX_FILE_NAME)));

export const DeliverInvoiceFileInput = z.object({
  stage: FileListParameter,
  original_name: OriginalName,
  external_url: z.optional(ExternalUrl),
});
export const DeliverAgreementInput = z.object({
  original_name: OriginalName,
  external_url: z.optional(ExternalUrl),
});

/** What stands on the paper of an invoice. Money is in cents. */
export const InvoiceToPrint = z.object({
  id: z.number(),
  /** The code people read. */
  invoiceId: z.string(),
  status: z.enum(invoiceStatuses),
  stage: z.enum(invoiceStages),
  date: z.string(),
  currency: z.enum(currencies),
  /** US dollars for one unit of the currency, as text with four decimals. */
  rate: z.string(),
  usdFee: z.number(),
  /** In the currency of the invoice. */
  totalFee: z.number(),
  lines: z.array(
    z.object({
      description: z.string(),
      numberOfApplicants: z.number(),
      usdFee: z.number(),
      /** In the currency of the invoice. */
      amount: z.number(),
    }),
  ),
  billedTo: z.object({ name: z.string(), address: z.string(), trn: z.string() }),
  case: z.object({
    id: z.number(),
    caseId: z.string(),
    title: z.string(),
    program: z.enum(programs),
  }),
  bureau: z.object({ name: z.string() }),
});
export type InvoiceToPrint = z.infer<typeof InvoiceToPrint>;

export const automationApi = {
  listLogs: endpoint({
    method: "GET",
    path: "/api/webhook-logs",
    access: "signedIn",
    scope: "session",
    summary:
      "What the automation service was told: everything for admins, the own cases for others",
    query: z.object({
      limit: z.optional(
        z.pipe(
          z.string().check(z.regex(/^[1-9]\d{0,5}$/, "Invalid limit")),
          z.transform((text: string) => Math.min(Number(text), WEBHOOK_LOG_LIMIT)),
        ),
      ),
    }),
    response: z.object({ logs: z.array(WebhookLog) }),
  }),
  resend: endpoint({
    method: "POST",
    path: "/api/webhook-logs/:id/resend",
    access: "admin",
    scope: "session",
    summary: "Tell the automation service once more, under the same message id",
    params: ById,
    response: MessageAnswer,
  }),
  getInvoice: endpoint({
    method: "GET",
    path: "/api/automation/invoices/:id",
    access: "automation",
    scope: "session",
    subject: "invoice",
    summary: "Everything that stands on the paper of an invoice",
    params: ByInvoice,
    response: InvoiceToPrint,
    budget: "downloads",
  }),
  deliverInvoiceFile: endpoint({
    method: "POST",
    path: "/api/automation/invoices/:invoiceId/files",
    access: "automation",
    scope: "session",
    subject: "invoice",
    summary: "The automation service delivers an invoice file",
    params: ByInvoiceReference,
    files: { rule: "invoiceFile", json: true },
    body: DeliverInvoiceFileInput,
    response: InvoiceFile,
    status: 201,
  }),
  deliverAgreement: endpoint({
    method: "POST",
    path: "/api/automation/cases/:reference/service-agreements",
    access: "automation",
    scope: "session",
    subject: "case",
    summary: "The automation service delivers a signed agreement",
    /** The case's number or its text code. */
    params: z.object({ reference: z.string().check(z.minLength(1), z.maxLength(100)) }),
    files: { rule: "serviceAgreement", json: true },
    body: DeliverAgreementInput,
    response: ServiceAgreement,
    status: 201,
  }),
};
