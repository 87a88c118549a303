/** What the automation service is told: ids, codes and statuses, and nothing that names a person (security.md 6.1). */
import * as z from "zod/mini";
import type { WebhookType } from "./automation.ts";
import { programs } from "./case-parts.ts";
import { caseStatuses } from "./case-status.ts";
import { reviewDecisions } from "./checklist-parts.ts";
import { documentCategories } from "./document-categories.ts";
import { Timestamp } from "./fields.ts";
import { invoiceStages, invoiceStatuses } from "./invoices.ts";
import { currencies } from "./money.ts";

const CaseReference = z.object({
  id: z.number(),
  /** The code people read. */
  caseId: z.string(),
});
/** Money is in cents. */
const InvoiceSummary = z.object({
  id: z.number(),
  invoiceId: z.string(),
  stage: z.enum(invoiceStages),
  status: z.enum(invoiceStatuses),
  currency: z.enum(currencies),
  rate: z.string(),
  usdFee: z.number(),
  totalFee: z.number(),
  date: z.string(),
});

function message<const Type extends string, Data extends z.ZodMiniObject>(type: Type, data: Data) {
  return z.object({ type: z.literal(type), timestamp: Timestamp, data });
}

/** By the kind that has an address of its own; the name is the one of Standard Webhooks. */
export const webhookMessages = {
  case_creation: {
    name: "case.created",
    summary: "A case was created",
    schema: message(
      "case.created",
      z.object({
        event: z.literal("case_created"),
        case: CaseReference,
        status: z.enum(caseStatuses),
        citizenshipProgram: z.enum(programs),
        numberOfApplicants: z.number(),
      }),
    ),
  },
  status_change: {
    name: "case.status_changed",
    summary: "A case moved to another status",
    schema: message(
      "case.status_changed",
      z.object({
        event: z.literal("status_changed"),
        case: CaseReference,
        from: z.enum(caseStatuses),
        to: z.enum(caseStatuses),
      }),
    ),
  },
  document_upload: {
    name: "document.uploaded",
    summary: "Documents were uploaded, one message for each request; or staff judged a document",
    schema: message(
      "document.uploaded",
      z.object({
        event: z.enum(["document_uploaded", "document_reviewed", "document_review_undone"]),
        case: CaseReference,
        /** Left out, with the category, when the message would be longer than 20 kB. */
        documentIds: z.optional(z.array(z.number())),
        category: z.optional(z.enum(documentCategories)),
        /** Of a new version: the document before it. */
        replaces: z.optional(z.number()),
        /** Of a review: which document, and what was decided about it. */
        documentId: z.optional(z.number()),
        decision: z.optional(z.enum(reviewDecisions)),
        reasonCode: z.optional(z.nullable(z.string())),
      }),
    ),
  },
  invoice_payment: {
    name: "invoice.status_changed",
    summary: "An invoice was created, or has been paid by the client",
    schema: message(
      "invoice.status_changed",
      z.object({
        event: z.enum(["invoice_created", "invoice_paid"]),
        case: CaseReference,
        invoice: InvoiceSummary,
      }),
    ),
  },
} as const satisfies Record<WebhookType, { name: string; summary: string; schema: z.ZodMiniType }>;
