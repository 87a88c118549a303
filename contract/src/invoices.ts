/** Invoices; what concerns their files stands in invoice-files.ts. */
import * as z from "zod/mini";
import { programs } from "./case-parts.ts";
import { endpoint } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import {
  ById,
  cents,
  MAX_ADDRESS,
  MAX_ID,
  longText,
  oneLine,
  optionalText,
  PlainDate,
  requiredText,
  Timestamp,
} from "./fields.ts";
import {
  ByInvoice,
  ByInvoiceReference,
  InvoiceFile,
  invoiceFilesApi,
  PaymentReceipt,
} from "./invoice-files.ts";
import { currencies, MAX_RATE } from "./money.ts";

export const invoiceStages = ["Stage 1", "Stage 2", "Add On", "Post Citizenship"] as const;
export type InvoiceStage = (typeof invoiceStages)[number];
export const invoiceStatuses = [
  "Sent",
  "Paid by client",
  "Funds Processed",
  "Completed",
  "Cancelled",
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
/** The ones a client or agent meets on the case screen (C:61, D-025). */
export const clientInvoiceStatuses = [
  "Sent",
  "Paid by client",
] as const satisfies readonly InvoiceStatus[];
export const invoiceGenders = ["Mr", "Ms"] as const;
export const INVOICE_REFRESH_MILLISECONDS = 30_000;
export const PROCESSING_SECONDS = 8;

const files = z.array(InvoiceFile);

export const Invoice = z.object({
  id: z.number(),
  invoiceId: z.string(),
  caseId: z.number(),
  case: z.object({
    title: z.string(),
    numberOfApplicants: z.number(),
    citizenshipFee: z.number(),
    caseId: z.string(),
    program: z.enum(programs),
  }),
  caseTitle: z.string(),
  numberOfApplicants: z.number(),
  stage: z.enum(invoiceStages),
  currency: z.enum(currencies),
  /** Text with four decimals (S-47). */
  rate: z.string(),
  usdFee: z.number(),
  totalFee: z.number(),
  date: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  clientTrn: z.string(),
  address: z.string(),
  gender: z.enum(invoiceGenders),
  status: z.enum(invoiceStatuses),
  notes: z.nullable(z.string()),
  version: z.number(),
  /** Computed: the PDFs in the list of the invoice's own stage (D-016). */
  invoicePdf: files,
  stage1Files: files,
  stage2Files: files,
  postCitizenshipFiles: files,
  addOnFiles: files,
  otherFiles: files,
  /** Empty for everybody but admins. */
  adminFiles: files,
});
export type Invoice = z.infer<typeof Invoice>;

/** Must hold a character that is no digit, so that it never collides with a record's number (D-013, D-186). */
const InvoiceCode = requiredText("Invoice ID is required", 50).check(
  z.refine((code) => !/^\d+$/.test(code), "Invoice ID must contain a letter"),
  z.refine(
    (code) => /^[A-Za-z0-9 ._/-]*$/.test(code) && (code === "" || /[A-Za-z0-9]/.test(code)),
    "Invoice ID may only contain letters, numbers, spaces and . _ - /",
  ),
);
const Stage = z.enum(invoiceStages, "Stage is required");
const StatusField = z.enum(invoiceStatuses, "Invalid status");
const Rate = z.number("Rate must be greater than 0");
/** 'Mr.' of a case becomes 'Mr' of an invoice; an empty one is the default (D-010, D-011). */
const Gender = z.pipe(
  z.string("Invalid gender").check(oneLine(), z.maxLength(20, "Invalid gender")),
  z.pipe(
    z.transform((text: string) => text.replace(/\.$/, "") || "Mr"),
    z.enum(invoiceGenders, "Invalid gender"),
  ),
);
/** Checked when sent, and then taken from the case all the same (D-022, S-42). */
const NumberOfApplicants = z
  .int("Number of applicants must be at least 1")
  .check(z.gte(1, "Number of applicants must be at least 1"));

export const GenerateInvoiceCodeInput = z.object({ stage: Stage });

export const CreateInvoiceInput = z.object({
  caseId: z
    .int("Please select a case")
    .check(z.gte(1, "Please select a case"), z.lte(MAX_ID, "Please select a case")),
  caseTitle: requiredText("Case title is required"),
  numberOfApplicants: z.optional(NumberOfApplicants),
  stage: Stage,
  invoiceId: InvoiceCode,
  currency: z._default(z.enum(currencies, "Invalid currency"), "USD"),
  rate: z._default(
    Rate.check(z.gte(0.01, "Rate must be greater than 0"), z.lte(MAX_RATE, "Rate is too large")),
    1,
  ),
  usdFee: cents("USD fee must be greater than 0").check(z.gte(1, "USD fee must be greater than 0")),
  date: z.optional(PlainDate),
  clientTrn: z.optional(z.nullable(optionalText())),
  address: z.optional(z.nullable(optionalText(MAX_ADDRESS))),
  gender: z.optional(z.nullable(Gender)),
  status: z._default(StatusField, "Sent"),
  notes: z.optional(z.nullable(longText())),
});

export const UpdateInvoiceInput = z.object({
  caseId: z.optional(
    z
      .int("Please select a case")
      .check(z.gte(1, "Please select a case"), z.lte(MAX_ID, "Please select a case")),
  ),
  numberOfApplicants: z.optional(NumberOfApplicants),
  stage: z.optional(Stage),
  status: z.optional(StatusField),
  currency: z.optional(z.enum(currencies, "Invalid currency")),
  invoiceId: z.optional(InvoiceCode),
  date: z.optional(PlainDate),
  usdFee: z.optional(cents("USD fee must be 0 or greater")),
  rate: z.optional(
    Rate.check(z.gt(0, "Rate must be greater than 0"), z.lte(MAX_RATE, "Rate is too large")),
  ),
  notes: z.optional(z.nullable(longText())),
});

export const UpdateInvoiceStatusInput = z.object({ status: StatusField });

const ByCaseCode = z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) });

export const invoicesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/invoices",
    access: "signedIn",
    scope: "invoices:read",
    summary: "Invoices: all for admins and accountants, those of assigned cases for agents",
    response: z.array(Invoice),
    passive: true,
  }),
  listOfCase: endpoint({
    method: "GET",
    path: "/api/cases/by-case-id/:caseId/invoices",
    access: "signedIn",
    scope: "invoices:read",
    summary: "The invoices of a case, as far as this user may see them",
    params: ByCaseCode,
    response: z.array(Invoice),
  }),
  listReceiptsOfCase: endpoint({
    method: "GET",
    path: "/api/cases/:id/payment-receipts",
    access: "signedIn",
    scope: "invoices:read",
    summary: "The payment receipts of a case",
    params: ById,
    response: z.array(PaymentReceipt),
  }),
  generateCode: endpoint({
    method: "POST",
    path: "/api/invoices/generate-id",
    access: "admin",
    scope: "invoices:write",
    summary: "The next free invoice id of a stage",
    body: GenerateInvoiceCodeInput,
    response: z.object({ invoiceId: z.string() }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/invoices",
    access: "admin",
    scope: "invoices:write",
    summary: "Create an invoice",
    body: CreateInvoiceInput,
    response: Invoice,
    status: 201,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/invoices/:id",
    access: "admin",
    scope: "invoices:write",
    subject: "invoice",
    summary: "Change an invoice; only the sent fields",
    params: ByInvoice,
    body: UpdateInvoiceInput,
    response: Invoice,
  }),
  updateStatus: endpoint({
    method: "PATCH",
    path: "/api/invoices/:invoiceId/status",
    access: "admin",
    scope: "invoices:write",
    subject: "invoice",
    summary: "Move an invoice to another status",
    params: ByInvoiceReference,
    body: UpdateInvoiceStatusInput,
    response: Invoice,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/invoices/:id",
    access: "admin",
    scope: "invoices:write",
    subject: "invoice",
    summary: "Delete an invoice with its files and receipts",
    params: ByInvoice,
    response: MessageAnswer,
  }),
  ...invoiceFilesApi,
};
