/** The same done to many cases at once, each by itself: what became of each, and the way back. */
import * as z from "zod/mini";
import { caseStatuses } from "./case-status.ts";
import { AssigneeInput } from "./cases.ts";
import { endpoint } from "./endpoint.ts";
import { ById, Id, Timestamp } from "./fields.ts";
import { ReminderNote } from "./reminders.ts";

export const MOST_BULK_CASES = 1000;
/** So many are done before the call is answered; more are done by a job. */
export const BULK_AT_ONCE = 20;
export const BULK_UNDO_MINUTES = 10;

export const bulkActions = ["status", "assign", "unassign", "remind"] as const;
export type BulkActionName = (typeof bulkActions)[number];
export const bulkStates = ["waiting", "running", "done"] as const;
/** Missing is also a case that this person does not see. */
export const bulkOutcomes = ["done", "unchanged", "refused", "missing", "failed"] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

export const Bulk = z.object({
  id: z.number(),
  action: z.enum([...bulkActions, "undo"]),
  state: z.enum(bulkStates),
  total: z.number(),
  done: z.number(),
  /** In the order of the cases' numbers, as far as it has come. */
  results: z.array(
    z.object({
      id: z.number(),
      caseId: z.nullable(z.string()),
      outcome: z.enum(bulkOutcomes),
      message: z.nullable(z.string()),
    }),
  ),
  undoUntil: z.nullable(Timestamp),
});
export type Bulk = z.infer<typeof Bulk>;

const TOO_MANY = `Choose at most ${MOST_BULK_CASES.toLocaleString("en-US")} cases`;

/** A case that was named twice counts once. */
const Ids = z.array(Id, "Choose at least one case").check(
  z.overwrite((ids) => [...new Set(ids)].toSorted((a, b) => a - b)),
  z.minLength(1, "Choose at least one case"),
  z.maxLength(MOST_BULK_CASES, TOO_MANY),
);

export const BulkInput = z.object({
  action: z.enum(bulkActions, "Invalid action"),
  ids: Ids,
  status: z.optional(z.enum(caseStatuses, "Invalid status")),
  userIds: z.optional(
    z
      .array(AssigneeInput, "Choose at least one person")
      .check(
        z.minLength(1, "Choose at least one person"),
        z.maxLength(10, "Choose at most 10 people"),
      ),
  ),
  /** A line of one's own in each reminder. */
  note: z.optional(z.nullable(ReminderNote)),
  /** Only answers what reminding would do. */
  dryRun: z.optional(z.boolean("Invalid dryRun")),
});
export type BulkInput = z.infer<typeof BulkInput>;

export const bulkActionsApi = {
  start: endpoint({
    method: "POST",
    path: "/api/cases/bulk",
    access: "staff",
    scope: "cases:write",
    summary: "Do the same to many cases; 202 when a job goes on with it",
    body: BulkInput,
    response: Bulk,
  }),
  get: endpoint({
    method: "GET",
    path: "/api/bulk-actions/:id",
    access: "staff",
    scope: "cases:write",
    passive: true,
    summary: "How far it has come, and what became of each case",
    params: ById,
    response: Bulk,
  }),
  undo: endpoint({
    method: "POST",
    path: "/api/bulk-actions/:id/undo",
    access: "staff",
    scope: "session",
    summary: "Take back what nobody has changed since; 202 when a job goes on with it",
    params: ById,
    response: Bulk,
  }),
};
