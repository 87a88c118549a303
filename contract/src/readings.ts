/** What was read from passports, compared with what the portal knows; a person decides about every value. */
import * as z from "zod/mini";
import { Applicant } from "./applicants.ts";
import { endpoint, FILE } from "./endpoint.ts";
import { ById, Id, IdInPath, Timestamp } from "./fields.ts";
import {
  fieldComparisons,
  fieldVerdicts,
  LINE_LENGTH,
  marks,
  readFields,
  readingMessages,
  readingProblems,
  readingStates,
  usableFields,
  verdictChoices,
  warningCodes,
} from "./reading-parts.ts";

export const ProposedField = z.object({
  name: z.enum(readFields),
  value: z.nullable(z.string()),
  mark: z.enum(marks),
  text: z.optional(z.string()),
  /** What the portal knows; of a number its last three characters alone. */
  current: z.nullable(z.string()),
  /** Null where nothing can be compared: no person is named, no value was read, or the portal keeps no such value. */
  compared: z.nullable(z.enum(fieldComparisons)),
  verdict: z.enum(fieldVerdicts),
});
export type ProposedField = z.infer<typeof ProposedField>;

export const PassportWarning = z.object({
  code: z.enum(warningCodes),
  text: z.string(),
  applicantId: z.optional(z.number()),
  caseId: z.optional(z.string()),
});
export type PassportWarning = z.infer<typeof PassportWarning>;

export const PassportReading = z.object({
  /** Null for lines that were typed. */
  state: z.nullable(z.enum(readingStates)),
  problem: z.nullable(z.enum(readingProblems)),
  page: z.nullable(z.number()),
  /** One of + and - each: number, birth, expiry, personal, composite. */
  digits: z.nullable(z.string()),
  document: z.nullable(z.enum(["passport", "other"])),
  fields: z.array(ProposedField),
  warnings: z.array(PassportWarning),
  lines: z.nullable(z.tuple([z.string(), z.string()])),
  /** To whom the document is assigned, and the version of that person. */
  applicantId: z.nullable(z.number()),
  version: z.nullable(z.number()),
  clearedAt: z.nullable(Timestamp),
});
export type PassportReading = z.infer<typeof PassportReading>;

/** For the badge beside a document. */
export const ReadingBadge = z.object({
  documentId: z.number(),
  state: z.enum(readingStates),
  problem: z.nullable(z.enum(readingProblems)),
  /** A value differs from the portal's, and nobody has decided about it. */
  isOpen: z.boolean(),
});
export type ReadingBadge = z.infer<typeof ReadingBadge>;

export const VerdictsInput = z.object({
  /** Of the person, as he was looked at; null when nobody is named. */
  applicantVersion: z.nullable(z.int("Invalid version")),
  fields: z
    .partialRecord(z.enum(usableFields), z.enum(verdictChoices))
    .check(z.refine((fields) => Object.keys(fields).length > 0, readingMessages.noProposal)),
});
export type VerdictsInput = z.input<typeof VerdictsInput>;

const Line = z
  .string(readingMessages.lineLength)
  .check(
    z.length(LINE_LENGTH, readingMessages.lineLength),
    z.regex(/^[A-Z0-9<]*$/, readingMessages.lineCharacters),
  );
export const TypedLinesInput = z.object({
  lines: z.tuple([Line, Line], readingMessages.lineLength),
  /** Null: nothing is compared. */
  applicantId: z.nullable(Id),
});
export type TypedLinesInput = z.input<typeof TypedLinesInput>;

const Decided = z.object({ applicant: z.nullable(Applicant), reading: PassportReading });

export const readingsApi = {
  listOfCase: endpoint({
    method: "GET",
    path: "/api/cases/:id/readings",
    access: "staff",
    scope: "session",
    subject: "case",
    summary: "Which passports of a case have been read, and which are to be compared",
    params: ById,
    response: z.array(ReadingBadge),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/documents/:id/reading",
    access: "staff",
    scope: "session",
    subject: "document",
    summary: "What was read from a passport, beside what the portal knows",
    params: ById,
    response: PassportReading,
  }),
  readAgain: endpoint({
    method: "POST",
    path: "/api/documents/:id/reading",
    access: "staff",
    scope: "session",
    subject: "document",
    summary: "Read a passport again",
    params: ById,
    response: z.object({ state: z.literal("queued") }),
    status: 201,
    refusals: { 400: [readingMessages.onlyPassports], 409: [readingMessages.beingRead] },
  }),
  strip: endpoint({
    method: "GET",
    path: "/api/documents/:id/reading/strip",
    access: "staff",
    scope: "session",
    subject: "document",
    summary: "The two lines of a passport as a picture, straightened; it is never kept",
    params: ById,
    response: FILE,
    budget: "downloads",
  }),
  decide: endpoint({
    method: "POST",
    path: "/api/documents/:id/reading/verdicts",
    access: "staff",
    scope: "session",
    subject: "document",
    summary: "Take values of a passport over, or set them aside",
    // The answer holds the lines: it must not be kept for a call that is repeated.
    secret: true,
    params: ById,
    body: VerdictsInput,
    response: Decided,
    refusals: {
      400: [readingMessages.noPerson, readingMessages.noProposal, readingMessages.doubtful],
    },
  }),
  undo: endpoint({
    method: "DELETE",
    path: "/api/documents/:id/reading/verdicts/:field",
    access: "staff",
    scope: "session",
    subject: "document",
    summary: "Take one's own decision about a value back within a minute",
    params: z.object({ id: IdInPath, field: z.enum(usableFields, "Unknown field") }),
    response: Decided,
    refusals: { 403: [readingMessages.notYours], 409: [readingMessages.tooLate] },
  }),
  judgeTyped: endpoint({
    method: "POST",
    path: "/api/cases/:id/lines",
    access: "staff",
    scope: "session",
    subject: "case",
    summary: "What two typed lines say, beside what the portal knows; nothing is kept",
    // The answer holds the lines: it must not be kept for a call that is repeated.
    secret: true,
    params: ById,
    body: TypedLinesInput,
    response: PassportReading,
  }),
};
