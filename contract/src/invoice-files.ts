/** The files of an invoice: its lists, the payment receipts, and the calls about them. */
import * as z from "zod/mini";
import { endpoint, FILE } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { MAX_FILE_NAME, requiredText, Timestamp } from "./fields.ts";

/** The list a file belongs to, by the name the calls use (D-017). */
export const fileLists = {
  "Stage 1": "stage1Files",
  "Stage 2": "stage2Files",
  "Post Citizenship": "postCitizenshipFiles",
  "Add On": "addOnFiles",
  other: "otherFiles",
  admin: "adminFiles",
} as const;
export type FileListName = keyof typeof fileLists;
export type FileListField = (typeof fileLists)[FileListName];

/** 'stage1', 'Stage 1', 'stage1Files', 'OTHER'… → the canonical name, or null (D-017). */
export function parseFileList(text: string): FileListName | null {
  const wanted = text
    .trim()
    .toLowerCase()
    .replace(/files$/, "")
    .replace(/\s+/g, "");
  const names = Object.keys(fileLists) as FileListName[];
  return names.find((name) => name.toLowerCase().replace(/\s+/g, "") === wanted) ?? null;
}

export const InvoiceFile = z.object({
  id: z.string(),
  original_name: z.string(),
  file_url: z.string(),
  uploaded_at: z.optional(z.nullable(Timestamp)),
  external_url: z.optional(z.nullable(z.string())),
});
export type InvoiceFile = z.infer<typeof InvoiceFile>;

export const PaymentReceipt = z.object({
  id: z.number(),
  invoiceId: z.number(),
  caseId: z.number(),
  originalName: z.string(),
  fileSize: z.number(),
  mimeType: z.string(),
  downloadUrl: z.string(),
  createdAt: Timestamp,
});
export type PaymentReceipt = z.infer<typeof PaymentReceipt>;

export const FileListParameter = z
  .pipe(
    z.string("Unknown stage").check(
      z.maxLength(40, "Unknown stage"),
      z.refine((text) => parseFileList(text) !== null, "Unknown stage"),
    ),
    z.transform((text: string) => parseFileList(text) as FileListName),
  )
  // The other spellings are for those who have used them already.
  .register(z.globalRegistry, { enum: Object.keys(fileLists) });

export const UploadInvoiceFileInput = z.object({
  stage: FileListParameter,
  original_name: z.optional(z.string().check(z.trim(), z.maxLength(MAX_FILE_NAME))),
});
export const RenameInvoiceFileInput = z.object({
  newName: requiredText("File name is required", MAX_FILE_NAME),
});

/** A record's number, or the invoice's text code (D-013). */
const InvoiceReference = z.string().check(z.minLength(1), z.maxLength(100));
export const ByInvoice = z.object({ id: InvoiceReference });
export const ByInvoiceReference = z.object({ invoiceId: InvoiceReference });
const ByInvoiceFile = z.object({
  invoiceId: InvoiceReference,
  fileId: z.string().check(z.minLength(1), z.maxLength(200)),
});
const StoredName = z.string().check(z.minLength(1), z.maxLength(400));

export const invoiceFilesApi = {
  uploadFile: endpoint({
    method: "POST",
    path: "/api/invoices/:invoiceId/upload",
    access: "admin",
    scope: "invoices:write",
    subject: "invoice",
    summary: "Add a file to one of the invoice's lists",
    params: ByInvoiceReference,
    files: { rule: "invoiceFile" },
    body: UploadInvoiceFileInput,
    response: InvoiceFile,
    status: 201,
    budget: "uploads",
  }),
  removeFile: endpoint({
    method: "DELETE",
    path: "/api/invoices/:invoiceId/files/:fileId",
    access: "admin",
    scope: "invoices:write",
    subject: "invoice",
    summary: "Delete a file of an invoice",
    params: ByInvoiceFile,
    query: z.object({ stage: FileListParameter }),
    response: MessageAnswer,
  }),
  renameFile: endpoint({
    method: "PATCH",
    path: "/api/invoices/:invoiceId/files/:fileId/rename",
    access: "admin",
    scope: "invoices:write",
    subject: "invoice",
    summary: "Rename a file of an invoice",
    params: ByInvoiceFile,
    query: z.object({ stage: FileListParameter }),
    body: RenameInvoiceFileInput,
    response: InvoiceFile,
  }),
  uploadReceipt: endpoint({
    method: "POST",
    path: "/api/invoices/:id/upload-payment-receipt",
    access: "signedIn",
    scope: "invoices:write",
    subject: "invoice",
    summary: "Send the proof of a payment",
    params: ByInvoice,
    files: { rule: "paymentReceipt" },
    response: InvoiceFile,
    status: 201,
    budget: "uploads",
  }),
  downloadFile: endpoint({
    method: "GET",
    path: "/api/invoices/download-file/:invoiceId/:fileId",
    access: "signedIn",
    scope: "invoices:read",
    subject: "invoice",
    summary: "Download a file of an invoice",
    params: ByInvoiceFile,
    response: FILE,
    budget: "downloads",
  }),
  downloadPdf: endpoint({
    method: "GET",
    path: "/api/invoices/:id/download-pdf",
    access: "signedIn",
    scope: "invoices:read",
    subject: "invoice",
    summary: "The invoice as a PDF: the delivered one, or one made from its fields",
    params: ByInvoice,
    response: FILE,
    budget: "downloads",
  }),
  downloadFileByName: endpoint({
    method: "GET",
    path: "/api/invoices/by-invoice-id/:invoiceId/files/:fileName/download",
    access: "signedIn",
    scope: "invoices:read",
    subject: "invoice",
    summary: "Download a file of an invoice by its name",
    params: z.object({ invoiceId: InvoiceReference, fileName: StoredName }),
    response: FILE,
    budget: "downloads",
  }),
  /** /uploads/:name is no folder but a look-up with the rule of what the name belongs to (D-108). */
  viewUpload: endpoint({
    method: "GET",
    path: "/uploads/:name",
    access: "signedIn",
    scope: "session",
    summary: "Look at a file by its stored name",
    params: z.object({ name: StoredName }),
    response: FILE,
    budget: "downloads",
  }),
};
