import { sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { identity, instant } from "#server/database/columns.ts";

/** Who works on or follows a case: a user, or somebody invited who has not registered yet. Exactly one of the two is set. */
export const caseAssignments = pgTable("case_assignments", {
  id: identity(),
  caseId: integer().notNull(),
  userId: integer(),
  invitationId: integer(),
  assignedAt: instant()
    .notNull()
    .default(sql`now()`),
});
