import { bigint, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity } from "#server/database/columns.ts";

export const caseEvents = pgTable("case_events", {
  id: identity(),
  /** Order of writing, which a clock that is set back cannot change. */
  seq: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  caseId: integer().notNull(),
  /** Null for the automation and the portal itself; the number stays when the account is gone (D-187). */
  actorId: integer(),
  action: text({
    enum: [
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
    ],
  }).notNull(),
  documentName: text(),
  stage: text(),
  metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /** The kind and number of the record that changed, and its revision afterwards. */
  subject: text(),
  subjectId: integer(),
  /** The column keeps its older name: the audit chain has hashed it with every row. */
  revision: integer("version"),
  createdAt: createdAt(),
});

export type CaseEventRow = typeof caseEvents.$inferSelect;
