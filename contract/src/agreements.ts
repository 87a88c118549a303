/** Signed service agreements of a case. */
import * as z from "zod/mini";
import { endpoint, FILE } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { ById, Timestamp } from "./fields.ts";

export const ServiceAgreement = z.object({
  id: z.number(),
  originalName: z.string(),
  fileSize: z.number(),
  mimeType: z.string(),
  uploadedAt: Timestamp,
  /** Held elsewhere and opened by the browser, never fetched by the server. */
  external_url: z.nullable(z.string()),
});
export type ServiceAgreement = z.infer<typeof ServiceAgreement>;

const ByCaseCode = z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) });

export const agreementsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/cases/by-case-id/:caseId/service-agreements",
    access: "signedIn",
    scope: "documents:read",
    subject: "case",
    summary: "The service agreements of a case, newest first",
    params: ByCaseCode,
    response: z.array(ServiceAgreement),
  }),
  /** The dashboard's dialog: PDF only (D-067). */
  uploadPdf: endpoint({
    method: "POST",
    path: "/api/cases/:id/service-agreement",
    access: "signedIn",
    scope: "documents:write",
    subject: "case",
    summary: "Upload signed agreements as PDF",
    params: ById,
    files: { rule: "serviceAgreementPdf" },
    body: z.object({ category: z.optional(z.literal("service-agreement", "Invalid category")) }),
    response: z.array(ServiceAgreement),
    status: 201,
    budget: "uploads",
  }),
  /** The case screen's dialog: PDF, PNG or JPG. */
  upload: endpoint({
    method: "POST",
    path: "/api/cases/by-case-id/:caseId/service-agreements/upload",
    access: "signedIn",
    scope: "documents:write",
    subject: "case",
    summary: "Upload a signed agreement",
    params: ByCaseCode,
    files: { rule: "serviceAgreement" },
    response: ServiceAgreement,
    status: 201,
    budget: "uploads",
  }),
  view: endpoint({
    method: "GET",
    path: "/api/service-agreements/:id/view",
    access: "signedIn",
    scope: "documents:read",
    subject: "agreement",
    summary: "Look at an agreement",
    params: ById,
    response: FILE,
    budget: "downloads",
  }),
  download: endpoint({
    method: "GET",
    path: "/api/service-agreements/:id/download",
    access: "signedIn",
    scope: "documents:read",
    subject: "agreement",
    summary: "Download an agreement",
    params: ById,
    response: FILE,
    budget: "downloads",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/service-agreements/:id",
    access: "admin",
    scope: "documents:write",
    subject: "agreement",
    summary: "Delete an agreement",
    params: ById,
    response: MessageAnswer,
  }),
};
