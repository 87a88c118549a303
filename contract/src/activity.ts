/** What happened in a case, and what the bureau notes about it; admins only. */
import * as z from "zod/mini";
import { byCaseCode, endpoint } from "./endpoint.ts";
import { ById, longText, Timestamp } from "./fields.ts";

export const auditActions = [
  "create",
  "update",
  "upload",
  "delete",
  "download",
  "status_change",
  "assign",
  "comment",
  "invoice_create",
  "invoice_update",
  "payment_receipt_generate",
] as const;
export type AuditAction = (typeof auditActions)[number];
export const AUDIT_PAGE_SIZE = 30;

export const AuditEvent = z.object({
  id: z.number(),
  /** Its place in the order of writing, for `before`. */
  seq: z.number(),
  createdAt: Timestamp,
  /** null: the automation or the system itself. */
  actor: z.nullable(
    z.object({
      firstName: z.nullable(z.string()),
      lastName: z.nullable(z.string()),
      email: z.nullable(z.string()),
      /** The account is gone, and its names with it (D-187). */
      deleted: z.optional(z.literal(true)),
    }),
  ),
  action: z.enum(auditActions),
  documentName: z.nullable(z.string()),
  stage: z.nullable(z.string()),
  metadata: z.nullable(z.record(z.string(), z.unknown())),
  /** The name of the personal token that did it, for its owner. */
  token: z.optional(z.string()),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const InternalNote = z.object({
  id: z.number(),
  message: z.string(),
  createdAt: Timestamp,
  /** null: the account has been deleted. */
  user: z.nullable(
    z.object({
      id: z.nullable(z.number()),
      firstName: z.nullable(z.string()),
      lastName: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
  ),
});
export type InternalNote = z.infer<typeof InternalNote>;

export const AuditQuery = z.object({
  page: z.optional(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/, "Invalid page")), z.transform(Number)),
  ),
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,5}$/, "Invalid limit")),
      z.transform((text: string) => Math.min(Number(text), 100)),
    ),
  ),
  /** Only what was written before this line: what arrives meanwhile shifts nothing. */
  before: z.optional(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/, "Invalid before")), z.transform(Number)),
  ),
});
export const CreateNoteInput = z.object({
  message: longText("Note cannot be empty").check(z.minLength(1, "Note cannot be empty")),
});

const ByCode = z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) });

const list = endpoint({
  method: "GET",
  path: "/api/cases/:id/audit",
  access: "admin",
  scope: "cases:read",
  subject: "case",
  summary: "What happened in the case, newest first",
  params: ById,
  query: AuditQuery,
  response: z.array(AuditEvent),
});
const listNotes = endpoint({
  method: "GET",
  path: "/api/cases/:id/internal-notes",
  access: "admin",
  scope: "messages:read",
  subject: "case",
  summary: "The bureau's notes on a case, newest first",
  params: ById,
  response: z.array(InternalNote),
});
const createNote = endpoint({
  method: "POST",
  path: "/api/cases/:id/internal-notes",
  access: "admin",
  scope: "messages:write",
  subject: "case",
  summary: "Note something that only admins read",
  params: ById,
  body: CreateNoteInput,
  response: InternalNote,
  status: 201,
});

export const activityApi = {
  list,
  listByCaseCode: byCaseCode(list, ByCode),
  listNotes,
  listNotesByCaseCode: byCaseCode(listNotes, ByCode),
  createNote,
  createNoteByCaseCode: byCaseCode(createNote, ByCode),
};
