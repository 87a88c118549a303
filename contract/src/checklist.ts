/** What a case needs, what is there, what is wrong and what comes next (W-CHK). Derived at each reading, stored nowhere. */
import * as z from "zod/mini";
import {
  askedCategories,
  documentStates,
  itemNeeds,
  itemReasons,
  itemStates,
  Person,
  providers,
  reviewStates,
  validityBases,
  verdicts,
} from "./checklist-parts.ts";
import { documentGroups } from "./document-categories.ts";
import { byCaseCode, endpoint, FILE } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { ById, CalendarDay, Id, IdInPath, longText, requiredText, Timestamp } from "./fields.ts";
import { Readiness } from "./readiness.ts";
import { pipelineStatuses } from "./rules.ts";

export const MOST_EXTRA_ITEMS = 100;
export const MOST_NEXT_THINGS = 3;
/** Days ahead in which a birthday that changes the checklist is announced. */
export const BIRTHDAY_NOTICE_DAYS = 90;

const Day = z.nullable(z.string());

export const ItemDocument = z.object({
  id: z.number(),
  originalName: z.string(),
  mimeType: z.string(),
  version: z.number(),
  uploadedAt: Timestamp,
  reviewState: z.enum(reviewStates),
  state: z.enum(documentStates),
  issuedOn: Day,
  expiresOn: Day,
  country: z.nullable(z.string()),
  validUntil: Day,
  earlierCount: z.number(),
  /** What the open request for changes says. */
  publicText: z.nullable(z.string()),
});
export type ItemDocument = z.infer<typeof ItemDocument>;

export const ItemDecision = z.object({
  verdict: z.nullable(z.enum(verdicts)),
  reason: z.nullable(z.string()),
  by: Person,
  at: Timestamp,
  version: z.number(),
});

export const ItemWindow = z.object({
  basis: z.enum(validityBases),
  days: z.number(),
  warnDays: z.number(),
  referenceDay: z.string(),
});
export type ItemWindow = z.infer<typeof ItemWindow>;

export const ChecklistItem = z.object({
  key: z.string(),
  ruleId: z.nullable(z.number()),
  extraId: z.nullable(z.number()),
  applicantId: z.nullable(z.number()),
  category: z.enum(askedCategories),
  group: z.enum(documentGroups),
  label: z.string(),
  country: z.nullable(z.string()),
  providedBy: z.enum(providers),
  need: z.enum(itemNeeds),
  state: z.enum(itemStates),
  reason: z.nullable(z.enum(itemReasons)),
  counted: z.boolean(),
  files: z.object({ min: z.number(), max: z.number(), accepted: z.number(), waiting: z.number() }),
  documents: z.array(ItemDocument),
  window: z.nullable(ItemWindow),
  help: z.nullable(z.string()),
  form: z.nullable(z.string()),
  condition: z.nullable(z.string()),
  dueOn: Day,
  isOverdue: z.boolean(),
  sampleId: z.nullable(z.number()),
  decision: z.nullable(ItemDecision),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

export const otherReasons = ["uncategorized", "unassigned", "no_rule"] as const;

export const Checklist = z.object({
  caseId: z.number(),
  stage: z.enum(pipelineStatuses),
  /** The day that the checklist was derived for: in a closed case that of closing. */
  today: z.string(),
  submissionOn: Day,
  readiness: Readiness,
  /** Keys of the next open things, at most three. */
  next: z.array(z.string()),
  people: z.array(
    z.object({
      applicantId: z.number(),
      done: z.number(),
      total: z.number(),
      /** The birthday ahead that changes what is asked. */
      turns: z.nullable(z.object({ age: z.number(), on: z.string() })),
    }),
  ),
  items: z.array(ChecklistItem),
  others: z.array(z.object({ documentId: z.number(), reason: z.enum(otherReasons) })),
  can: z.object({ decide: z.boolean(), review: z.boolean() }),
});
export type Checklist = z.infer<typeof Checklist>;

const DueOn = z.optional(z.nullable(CalendarDay));

/** A field left out stays as it is. */
export const DecideItemInput = z.object({
  verdict: z.optional(z.nullable(z.enum(verdicts, "Invalid verdict"))),
  reason: z.optional(
    z.nullable(longText().check(z.maxLength(500, "Must be at most 500 characters"))),
  ),
  dueOn: DueOn,
});
export type DecideItemInput = z.input<typeof DecideItemInput>;

const Title = requiredText("Title is required", 120);
const Instruction = z.optional(
  z.nullable(longText().check(z.maxLength(1000, "Must be at most 1000 characters"))),
);
export const AddExtraItemInput = z.object({
  title: Title,
  category: z._default(z.enum(askedCategories, "Invalid document category"), "other"),
  applicantId: z.optional(z.nullable(Id)),
  instruction: Instruction,
  dueOn: DueOn,
});
export type AddExtraItemInput = z.input<typeof AddExtraItemInput>;

export const UpdateExtraItemInput = z.object({
  title: z.optional(Title),
  instruction: Instruction,
  dueOn: DueOn,
});
export type UpdateExtraItemInput = z.input<typeof UpdateExtraItemInput>;

export const SubmissionInput = z.object({ submissionOn: z.nullable(CalendarDay) });

const ByCode = z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) });
const ByExtraId = z.object({ id: IdInPath, extraId: IdInPath });

const get = endpoint({
  method: "GET",
  path: "/api/cases/:id/checklist",
  access: "signedIn",
  scope: "documents:read",
  subject: "case",
  summary: "What is asked for in a case, and what is there",
  params: ById,
  response: Checklist,
});

export const checklistApi = {
  get,
  getByCaseCode: byCaseCode(get, ByCode),
  decide: endpoint({
    method: "PUT",
    path: "/api/cases/:id/checklist/items/:key",
    access: "staff",
    scope: "documents:write",
    subject: "case",
    summary: "Say whether a paper is needed, and until when",
    params: z.object({ id: IdInPath, key: z.string().check(z.maxLength(40, "Item not found")) }),
    body: DecideItemInput,
    response: ChecklistItem,
  }),
  addExtra: endpoint({
    method: "POST",
    path: "/api/cases/:id/checklist/extras",
    access: "staff",
    scope: "documents:write",
    subject: "case",
    summary: "Ask for a paper by hand",
    params: ById,
    body: AddExtraItemInput,
    response: ChecklistItem,
    status: 201,
  }),
  updateExtra: endpoint({
    method: "PATCH",
    path: "/api/cases/:id/checklist/extras/:extraId",
    access: "staff",
    scope: "documents:write",
    subject: "case",
    summary: "Change what was asked for by hand",
    params: ByExtraId,
    body: UpdateExtraItemInput,
    response: ChecklistItem,
  }),
  removeExtra: endpoint({
    method: "DELETE",
    path: "/api/cases/:id/checklist/extras/:extraId",
    access: "staff",
    scope: "documents:write",
    subject: "case",
    summary: "Withdraw what was asked for by hand",
    params: ByExtraId,
    response: MessageAnswer,
  }),
  setSubmission: endpoint({
    method: "PUT",
    path: "/api/cases/:id/submission",
    access: "staff",
    scope: "cases:write",
    subject: "case",
    summary: "Say on which day the file is handed in",
    params: ById,
    body: SubmissionInput,
    response: Checklist,
  }),
  downloadMissing: endpoint({
    method: "GET",
    path: "/api/cases/by-case-id/:caseId/checklist/missing",
    access: "signedIn",
    scope: "documents:read",
    subject: "case",
    summary: "What the client has still to send, as a PDF",
    params: ByCode,
    response: FILE,
    budget: "downloads",
  }),
};
