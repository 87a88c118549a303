/** The papers of a case, grouped by stage. */
import * as z from "zod/mini";
import { reviewStates } from "./checklist-parts.ts";
import { documentCategories, documentGroups } from "./document-categories.ts";
import { endpoint, FILE } from "./endpoint.ts";
import { ById, CalendarDay, Id, IdInPath, MAX_FILE_NAME, Timestamp } from "./fields.ts";
import { roles } from "./session.ts";

export const CaseDocument = z.object({
  id: z.number(),
  caseId: z.number(),
  originalName: z.string(),
  category: z.enum(documentCategories),
  mimeType: z.string(),
  fileSize: z.number(),
  uploadedAt: Timestamp,
  assignedTo: z.nullable(z.number()),
  isApproved: z.boolean(),
  reviewState: z.enum(reviewStates),
  issuedOn: z.nullable(z.string()),
  expiresOn: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** The last day that an accepted document counts, by the rule of its item. */
  validUntil: z.nullable(z.string()),
  validityWaived: z.boolean(),
  extraItemId: z.nullable(z.number()),
  /** The version before this one. */
  replaces: z.nullable(z.number()),
  earlierCount: z.number(),
  version: z.number(),
});
export type CaseDocument = z.infer<typeof CaseDocument>;

/** Looked at, saved, or saved together with its stage as a ZIP. */
export const accessWays = ["view", "download", "archive"] as const;
export type AccessWay = (typeof accessWays)[number];
export const OPENINGS_SHOWN = 100;

export const DocumentAccess = z.object({
  id: z.number(),
  openedAt: Timestamp,
  way: z.enum(accessWays),
  /** null: the account has been deleted. */
  person: z.nullable(
    z.object({ firstName: z.string(), lastName: z.string(), role: z.enum(roles) }),
  ),
});
export type DocumentAccess = z.infer<typeof DocumentAccess>;

const FileName = z
  .string("Document name is required")
  .check(
    z.trim(),
    z.minLength(1, "Document name is required"),
    z.maxLength(MAX_FILE_NAME, `Must be at most ${MAX_FILE_NAME} characters`),
  );
const Category = z.enum(documentCategories, "Invalid document category");

const FlagInForm = z.pipe(
  z.enum(["true", "false"], "Must be true or false"),
  z.transform((text) => text === "true"),
);
/** Parts of a form: numbers and flags come as texts. */
export const UploadDocumentsInput = z.object({
  category: z._default(Category, "uncategorized"),
  assignedTo: z.optional(IdInPath),
  country: z.optional(z.string()),
  /** The paper asked for by hand that it is: says of which kind and whose. */
  extraItemId: z.optional(IdInPath),
  /** The document that it stands in for from now on: says of which kind, whose and of which country. */
  replaces: z.optional(IdInPath),
  issuedOn: z.optional(CalendarDay),
  expiresOn: z.optional(CalendarDay),
  /** Staff only: looked at already. */
  accepted: z.optional(FlagInForm),
  withoutDate: z.optional(FlagInForm),
});
export const RenameDocumentInput = z.object({ newName: FileName });
export const CategorizeDocumentInput = z.object({
  category: Category,
  newName: z.optional(z.nullable(FileName)),
});
export const AssignDocumentInput = z.object({
  assignedTo: z.nullable(Id),
  newName: z.optional(z.nullable(FileName)),
});
export const StageQuery = z.object({
  stage: z.enum(documentGroups, "Unknown document stage"),
  /** However long: the archive's name is cut (D-073). */
  filename: z.optional(z.string()),
});

export const documentsApi = {
  upload: endpoint({
    method: "POST",
    path: "/api/cases/:id/documents",
    access: "signedIn",
    scope: "documents:write",
    subject: "case",
    summary: "Upload documents; all of a request or none",
    params: ById,
    files: { rule: "caseDocument" },
    body: UploadDocumentsInput,
    response: z.array(CaseDocument),
    status: 201,
    budget: "uploads",
  }),
  view: endpoint({
    method: "GET",
    path: "/api/documents/:id/view",
    access: "signedIn",
    scope: "documents:read",
    subject: "document",
    summary: "Look at a document",
    params: ById,
    response: FILE,
    budget: "downloads",
  }),
  download: endpoint({
    method: "GET",
    path: "/api/documents/:id/download",
    access: "signedIn",
    scope: "documents:read",
    subject: "document",
    summary: "Download a document",
    params: ById,
    response: FILE,
    budget: "downloads",
  }),
  listAccessLog: endpoint({
    method: "GET",
    path: "/api/documents/:id/openings",
    access: "signedIn",
    scope: "documents:read",
    subject: "document",
    summary: "Who has opened a document, newest first",
    params: ById,
    response: z.array(DocumentAccess),
  }),
  rename: endpoint({
    method: "PATCH",
    path: "/api/documents/:id/rename",
    access: "signedIn",
    scope: "documents:write",
    subject: "document",
    summary: "Rename a document; its extension stays",
    params: ById,
    body: RenameDocumentInput,
    response: CaseDocument,
  }),
  categorize: endpoint({
    method: "PATCH",
    path: "/api/documents/:id/category",
    access: "signedIn",
    scope: "documents:write",
    subject: "document",
    summary: "Say what a document is",
    params: ById,
    body: CategorizeDocumentInput,
    response: CaseDocument,
  }),
  assign: endpoint({
    method: "PATCH",
    path: "/api/documents/:id/assignment",
    access: "signedIn",
    scope: "documents:write",
    subject: "document",
    summary: "Say whose document it is",
    params: ById,
    body: AssignDocumentInput,
    response: CaseDocument,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/documents/:id",
    access: "admin",
    scope: "documents:write",
    subject: "document",
    summary: "Delete a document",
    params: ById,
    response: z.object({
      message: z.string(),
      /** How many dossiers it stands in; they keep their copy. */
      dossiers: z.number(),
    }),
  }),
  approve: endpoint({
    method: "POST",
    path: "/api/documents/:id/approve",
    access: "admin",
    scope: "documents:write",
    subject: "document",
    summary: "Mark a document as approved",
    params: ById,
    response: CaseDocument,
  }),
  downloadStage: endpoint({
    method: "GET",
    path: "/api/cases/by-case-id/:caseId/documents/download-stage",
    access: "signedIn",
    scope: "documents:read",
    subject: "case",
    summary: "All documents of a stage as a ZIP",
    params: z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) }),
    query: StageQuery,
    response: FILE,
    budget: "archives",
  }),
};
