/** Cases: the list, one case, its status, fees, code and assigned users. */
import * as z from "zod/mini";
import { Applicant } from "./applicants.ts";
import { AssignedUser, programs } from "./case-parts.ts";
import { caseStatuses } from "./case-status.ts";
import { CaseDocument } from "./documents.ts";
import { byCaseCode, endpoint } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { ById, cents, Id, longText, oneLine, requiredText, Timestamp } from "./fields.ts";
import { nationalities } from "./nationalities.ts";
import { Readiness } from "./readiness.ts";

export const caseGenders = ["Mr.", "Ms."] as const;
export const MAX_APPLICANTS = 10;
/** 5000 US dollars, in cents (D-001). */
export const DEFAULT_FIU_FEE = 500_000;

export const CaseFile = z.object({
  id: z.number(),
  caseId: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  numberOfApplicants: z.number(),
  status: z.enum(caseStatuses),
  nationality: z.nullable(z.string()),
  citizenshipProgram: z.enum(programs),
  gender: z.nullable(z.enum(caseGenders)),
  fiuFee: z.number(),
  citizenshipFee: z.number(),
  createdBy: z.nullable(z.number()),
  createdByName: z.nullable(z.string()),
  assignedUsers: z.array(AssignedUser),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** For If-Match: raised by each change of the case's own fields. */
  version: z.number(),
});
export type CaseFile = z.infer<typeof CaseFile>;

/** The list carries the unread count and the readiness, so that no card asks for its own. */
export const ListedCase = z.extend(CaseFile, {
  unreadCount: z.number(),
  /** Null until it has been derived for the first time. */
  readiness: z.nullable(Readiness),
});
export type ListedCase = z.infer<typeof ListedCase>;

/** What this actor may do with this case; the web shows its buttons by it. */
export const CasePermissions = z.object({
  update: z.boolean(),
  remove: z.boolean(),
  assign: z.boolean(),
  changeStatus: z.boolean(),
  removeDocuments: z.boolean(),
  removeAgreements: z.boolean(),
  readActivity: z.boolean(),
});
export type CasePermissions = z.infer<typeof CasePermissions>;

export const CaseDetail = z.object({
  case: CaseFile,
  documents: z.array(CaseDocument),
  applicants: z.array(Applicant),
  assignedUsers: z.array(AssignedUser),
  can: CasePermissions,
});
export type CaseDetail = z.infer<typeof CaseDetail>;

/** Latin letters, digits, space and . _ - ; a letter or digit, and not digits alone (D-040, D-186). */
export const CASE_CODE_REFUSED = "Case ID may only contain letters, numbers, spaces and . _ -";
export const CaseCode = z
  .string("Case ID cannot be empty")
  .check(
    oneLine(),
    z.minLength(1, { message: "Case ID cannot be empty", abort: true }),
    z.maxLength(50, "Case ID must be at most 50 characters"),
    z.refine(isCaseCode, CASE_CODE_REFUSED),
  );
export const ByCaseCode = z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) });
/** How a case is named in a path. */
export type CaseReference = { id: number } | { caseId: string };

/** None is told as missing; a wrong one, which no screen sends, as what is allowed. */
const Status = z.enum(caseStatuses, {
  error: ({ input }) =>
    input === undefined || input === null || input === ""
      ? "Status is required"
      : `Status must be one of ${caseStatuses.join(", ")}`,
});
const NumberOfApplicants = z
  .int("Must have at least 1 applicant")
  .check(
    z.gte(1, "Must have at least 1 applicant"),
    z.lte(MAX_APPLICANTS, `Must have at most ${MAX_APPLICANTS} applicants`),
  );
const Description = z.optional(z.nullable(longText()));
/** `invitation-{n}` or a user's number; the number may come as text. */
export const AssigneeInput = z.union(
  [Id, z.string().check(z.regex(/^(invitation-)?[1-9]\d{0,9}$/, "Invalid user"))],
  "Invalid user",
);

export const CreateCaseInput = z.object({
  title: requiredText("Title is required"),
  caseId: z.optional(CaseCode),
  description: Description,
  numberOfApplicants: z._default(NumberOfApplicants, 1),
  status: z._default(Status, "onboarding"),
  nationality: z.enum(nationalities, "Nationality is required"),
  citizenshipProgram: z.enum(programs, "Citizenship program is required"),
  gender: z.enum(caseGenders, "Gender is required"),
  fiuFee: z._default(cents("FIU fee must be 0 or positive"), DEFAULT_FIU_FEE),
  citizenshipFee: z._default(cents("Citizenship fee must be positive"), 0),
  assignedUsers: z._default(z.array(AssigneeInput).check(z.maxLength(100, "Too many users")), []),
});

export const UpdateCaseMetaInput = z.object({
  title: requiredText("Title is required"),
  status: Status,
  nationality: requiredText("Nationality is required", 100),
});

export const UpdateCaseInput = z.object({
  title: z.optional(requiredText("Case title is required")),
  description: Description,
  numberOfApplicants: z.optional(NumberOfApplicants),
  nationality: z.optional(requiredText("Nationality is required", 100)),
  citizenshipProgram: z.optional(z.enum(programs, "Citizenship program is required")),
  gender: z.optional(z.enum(caseGenders, "Gender is required")),
  citizenshipFee: z.optional(cents("Citizenship fee must be 0 or positive")),
  fiuFee: z.optional(cents("FIU fee must be 0 or positive")),
});

export const UpdateCaseCodeInput = z.object({ caseId: CaseCode });
export const UpdateStatusInput = z.object({ status: Status });
export const AssignInput = z.object({ userId: AssigneeInput });
/** Proxies drop the body of a DELETE, so the query may say it too (D-176). */
export const UnassignQuery = z.object({ userId: z.optional(AssigneeInput) });

function isCaseCode(text: string): boolean {
  return /^[A-Za-z0-9 ._-]+$/.test(text) && /[A-Za-z0-9]/.test(text) && !/^\d+$/.test(text);
}

const updateCode = endpoint({
  method: "PATCH",
  path: "/api/cases/:id/case-id",
  access: "admin",
  scope: "cases:write",
  subject: "case",
  summary: "Give the case another code",
  params: ById,
  body: UpdateCaseCodeInput,
  response: CaseFile,
});

export const casesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/cases",
    access: "signedIn",
    scope: "cases:read",
    summary: "The cases this user may see: all for admins, the assigned ones for others",
    response: z.array(ListedCase),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/cases",
    access: "admin",
    scope: "cases:write",
    summary: "Open a case",
    body: CreateCaseInput,
    response: CaseFile,
    status: 201,
  }),
  get: endpoint({
    method: "GET",
    path: "/api/cases/by-case-id/:caseId",
    access: "signedIn",
    scope: "cases:read",
    subject: "case",
    summary: "One case with its documents, applicants and assigned users",
    params: ByCaseCode,
    response: CaseDetail,
  }),
  update: endpoint({
    method: "PATCH",
    path: "/api/cases/:id",
    access: "admin",
    scope: "cases:write",
    subject: "case",
    summary: "Change a case's own fields; only the sent ones",
    params: ById,
    body: UpdateCaseInput,
    response: CaseFile,
  }),
  updateMeta: endpoint({
    method: "PATCH",
    path: "/api/cases/:id/meta",
    access: "admin",
    scope: "cases:write",
    subject: "case",
    summary: "Change title, status and nationality together",
    params: ById,
    body: UpdateCaseMetaInput,
    response: CaseFile,
  }),
  updateStatus: endpoint({
    method: "PATCH",
    path: "/api/cases/by-case-id/:caseId",
    access: "admin",
    scope: "cases:write",
    subject: "case",
    summary: "Move the case to another status",
    params: ByCaseCode,
    body: UpdateStatusInput,
    response: CaseFile,
  }),
  updateCode,
  updateCodeByCaseCode: byCaseCode(updateCode, ByCaseCode),
  remove: endpoint({
    method: "DELETE",
    path: "/api/cases/:id",
    access: "admin",
    scope: "session",
    stepUp: true,
    subject: "case",
    summary: "Delete the case with everything in it",
    params: ById,
    response: MessageAnswer,
  }),
  assign: endpoint({
    method: "POST",
    path: "/api/cases/:id/assignments",
    access: "admin",
    scope: "cases:write",
    subject: "case",
    summary: "Let a user, or somebody invited, see the case",
    params: ById,
    body: AssignInput,
    response: z.array(AssignedUser),
    status: 201,
  }),
  unassign: endpoint({
    method: "DELETE",
    path: "/api/cases/:id/assignments",
    access: "admin",
    scope: "cases:write",
    subject: "case",
    summary: "Take the case away from a user",
    params: ById,
    query: UnassignQuery,
    body: z.optional(z.partial(AssignInput)),
    response: z.array(AssignedUser),
  }),
};
