/** Sample documents that the bureau shows its clients. */
import * as z from "zod/mini";
import { endpoint, FILE } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { ById, Timestamp } from "./fields.ts";

const programs = ["vanuatu", "nauru"] as const;

export const sampleCategories = ["application-forms", "stage-1", "stage-2"] as const;
export type SampleCategory = (typeof sampleCategories)[number];
export const sampleCategoryLabels: Record<SampleCategory, string> = {
  "application-forms": "Application Forms",
  "stage-1": "Stage 1",
  "stage-2": "Stage 2",
};

export const SampleDocument = z.object({
  id: z.number(),
  name: z.string(),
  originalName: z.string(),
  mimeType: z.string(),
  fileSize: z.number(),
  uploadedAt: Timestamp,
  uploadedBy: z.nullable(
    z.object({ firstName: z.nullable(z.string()), lastName: z.nullable(z.string()) }),
  ),
  category: z.enum(sampleCategories),
  program: z.enum(programs),
});
export type SampleDocument = z.infer<typeof SampleDocument>;

export const UploadSamplesInput = z.object({
  category: z._default(z.enum(sampleCategories, "Invalid category"), "application-forms"),
  program: z._default(z.enum(programs, "Invalid program"), "vanuatu"),
});

/** Digits name the id, anything else a name (D-083). */
const BySampleReference = z.object({
  idOrName: z.string().check(z.minLength(1), z.maxLength(400)),
});

export const samplesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/sample-documents",
    access: "signedIn",
    scope: "documents:read",
    summary: "The sample documents, of one program if asked",
    query: z.object({ program: z.optional(z.enum(programs, "Invalid program")) }),
    response: z.array(SampleDocument),
  }),
  upload: endpoint({
    method: "POST",
    path: "/api/sample-documents",
    access: "admin",
    scope: "documents:write",
    summary: "Add sample documents",
    files: { rule: "sampleDocument" },
    body: UploadSamplesInput,
    response: z.array(SampleDocument),
    status: 201,
    budget: "uploads",
  }),
  download: endpoint({
    method: "GET",
    path: "/api/sample-documents/:idOrName",
    access: "signedIn",
    scope: "documents:read",
    summary: "Download a sample document",
    params: BySampleReference,
    response: FILE,
    budget: "downloads",
  }),
  view: endpoint({
    method: "GET",
    path: "/api/sample-documents/:idOrName/view",
    access: "signedIn",
    scope: "documents:read",
    summary: "Look at a sample document",
    params: BySampleReference,
    response: FILE,
    budget: "downloads",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/sample-documents/:id",
    access: "admin",
    scope: "documents:write",
    summary: "Delete a sample document",
    params: ById,
    response: MessageAnswer,
  }),
};
