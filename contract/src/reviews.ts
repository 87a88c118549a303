/** What staff say of a document, its earlier versions, its dates, and the queue of those that wait (W-REV, W-VAL). */
import * as z from "zod/mini";
import { applicantCategories, applicantGenders } from "./applicants.ts";
import { programs } from "./case-parts.ts";
import { caseStatuses } from "./case-status.ts";
import { Person, reviewDecisions, reviewStates } from "./checklist-parts.ts";
import { ChecklistItem, ItemWindow } from "./checklist.ts";
import { documentCategories } from "./document-categories.ts";
import { CaseDocument } from "./documents.ts";
import { endpoint } from "./endpoint.ts";
import { ById, CalendarDay, IdInPath, longText, Timestamp } from "./fields.ts";
import { countBetween, Cursor, listQuery } from "./list-query.ts";
import { askedAgain } from "./reading-parts.ts";

/** How long the author of a decision may take it back. */
export const UNDO_SECONDS = 60;
export const REVIEWS_PER_PAGE = 50;
export const MOST_REVIEWS_PER_PAGE = 100;
const MAX_PUBLIC_TEXT = 1000;
const MAX_INTERNAL_NOTE = 2000;

/** The sentences of refusals; the desk shows them at their fields. */
export const reviewMessages = {
  replaced: "This document has been replaced already",
  waiting: "This document is waiting already",
  changed: "Somebody has changed this document meanwhile.",
  tooLate: "It is too late to undo this decision",
  notYours: "Only the person who decided can undo it",
  unsorted: "Choose a type and a person first",
  noDate: "Enter the date, or say that the document shows none",
  noReason: "Choose a reason",
  wrongReason: "This reason does not fit the document type",
  noText: "Write what should be changed",
  staffOnly: "Only staff can accept documents",
  oneFile: "A new version is one file",
  sameFile: "This is the same file as before. Please send a corrected one.",
  issuedLater: "Issue date cannot be in the future",
  expiresBefore: "Expiry date cannot be before the issue date",
  country: "Unknown country",
  onlyAccepted: "Warnings are passed over by accepting alone",
} as const;

const Day = z.nullable(z.string());

export const Review = z.object({
  id: z.number(),
  documentId: z.number(),
  decision: z.enum(reviewDecisions),
  reasonCode: z.nullable(z.string()),
  publicText: z.nullable(z.string()),
  internalNote: z.nullable(z.string()),
  previousState: z.enum(reviewStates),
  by: Person,
  createdAt: Timestamp,
  undoneAt: z.nullable(Timestamp),
});
export type Review = z.infer<typeof Review>;

export const DocumentVersion = z.object({
  id: z.number(),
  originalName: z.string(),
  mimeType: z.string(),
  fileSize: z.number(),
  uploadedAt: Timestamp,
  reviewState: z.enum(reviewStates),
  issuedOn: Day,
  expiresOn: Day,
  country: z.nullable(z.string()),
  publicText: z.nullable(z.string()),
});
export type DocumentVersion = z.infer<typeof DocumentVersion>;

export const QueueRow = z.object({
  document: CaseDocument,
  case: z.object({
    id: z.number(),
    caseId: z.string(),
    title: z.string(),
    status: z.enum(caseStatuses),
    citizenshipProgram: z.enum(programs),
    submissionOn: Day,
  }),
  person: z.nullable(
    z.object({
      applicantId: z.number(),
      fullName: z.string(),
      category: z.enum(applicantCategories),
      age: z.nullable(z.number()),
      nationality: z.nullable(z.string()),
      gender: z.nullable(z.enum(applicantGenders)),
      dateOfBirth: Day,
    }),
  ),
  item: z.nullable(
    z.pick(ChecklistItem, {
      key: true,
      label: true,
      country: true,
      state: true,
      dueOn: true,
      files: true,
    }),
  ),
  rule: z.nullable(
    z.object({
      label: z.string(),
      form: z.nullable(z.string()),
      help: z.nullable(z.string()),
      note: z.nullable(z.string()),
      window: z.nullable(ItemWindow),
    }),
  ),
  earlier: z.nullable(z.object({ count: z.number(), review: z.nullable(Review) })),
  /** The name of another current document of the case with the same content. */
  sameAs: z.nullable(z.string()),
  sampleId: z.nullable(z.number()),
});
export type QueueRow = z.infer<typeof QueueRow>;

export const ReviewQueue = z.object({
  total: z.number(),
  next: z.nullable(z.string()),
  rows: z.array(QueueRow),
});
export type ReviewQueue = z.infer<typeof ReviewQueue>;

const idFilter = (message: string) =>
  z.optional(z.pipe(z.string(message).check(z.regex(/^[1-9]\d{0,9}$/, message)), IdInPath));

export const ReviewQueueQuery = listQuery({
  case: idFilter("Invalid case"),
  adviser: idFilter("Invalid adviser"),
  /** Comes first; one that is not in the queue is passed over. */
  document: idFilter("Invalid document"),
  program: z.optional(z.enum(programs, "Invalid program")),
  category: z.optional(z.enum(documentCategories, "Invalid document category")),
  after: z.optional(Cursor),
  limit: z._default(countBetween(1, MOST_REVIEWS_PER_PAGE, "Invalid limit"), REVIEWS_PER_PAGE),
});
export type ReviewQueueQuery = z.output<typeof ReviewQueueQuery>;

const dates = {
  issuedOn: z.optional(z.nullable(CalendarDay)),
  expiresOn: z.optional(z.nullable(CalendarDay)),
};
export const DocumentDatesInput = z.object({
  ...dates,
  country: z.optional(z.nullable(z.string(reviewMessages.country))),
});
export type DocumentDatesInput = z.input<typeof DocumentDatesInput>;

export const ReviewInput = z.object({
  decision: z.enum(reviewDecisions, "Invalid decision"),
  /** Of the document, as it was looked at. */
  version: z.optional(z.int("Invalid version")),
  reasonCode: z.optional(z.nullable(z.string(reviewMessages.noReason))),
  publicText: z.optional(
    z.nullable(longText().check(z.maxLength(MAX_PUBLIC_TEXT, "Must be at most 1000 characters"))),
  ),
  internalNote: z.optional(
    z.nullable(longText().check(z.maxLength(MAX_INTERNAL_NOTE, "Must be at most 2000 characters"))),
  ),
  ...dates,
  withoutDate: z.optional(z.boolean()),
  validityWaived: z.optional(z.boolean()),
  /** Of the passport that is accepted all the same. */
  warningsIgnored: z.optional(z.array(z.enum(askedAgain, "Unknown warning"))),
});
export type ReviewInput = z.input<typeof ReviewInput>;

export const reviewsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/reviews",
    access: "staff",
    scope: "documents:read",
    summary: "Documents that wait to be looked at, the oldest first",
    query: ReviewQueueQuery,
    response: ReviewQueue,
  }),
  count: endpoint({
    method: "GET",
    path: "/api/reviews/count",
    access: "staff",
    scope: "documents:read",
    summary: "How many documents wait to be looked at",
    response: z.object({ count: z.number() }),
    passive: true,
  }),
  setDates: endpoint({
    method: "PATCH",
    path: "/api/documents/:id/dates",
    access: "signedIn",
    scope: "documents:write",
    subject: "document",
    summary: "Say when a document was issued, until when it is valid and of which country it is",
    params: ById,
    body: DocumentDatesInput,
    response: CaseDocument,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/documents/:id/reviews",
    access: "staff",
    scope: "documents:write",
    subject: "document",
    summary: "Accept a document, ask for another, or put it back",
    params: ById,
    body: ReviewInput,
    response: z.object({ document: CaseDocument, review: Review }),
    status: 201,
  }),
  undo: endpoint({
    method: "DELETE",
    path: "/api/documents/:id/reviews/:reviewId",
    access: "staff",
    scope: "documents:write",
    subject: "document",
    summary: "Take one's own decision back within a minute",
    params: z.object({ id: IdInPath, reviewId: IdInPath }),
    response: CaseDocument,
  }),
  listOfDocument: endpoint({
    method: "GET",
    path: "/api/documents/:id/reviews",
    access: "signedIn",
    scope: "documents:read",
    subject: "document",
    summary: "What was said of this version of a document, newest first",
    params: ById,
    response: z.array(Review),
  }),
  listVersions: endpoint({
    method: "GET",
    path: "/api/documents/:id/versions",
    access: "signedIn",
    scope: "documents:read",
    subject: "document",
    summary: "The versions before this one, newest first",
    params: ById,
    response: z.array(DocumentVersion),
  }),
};
