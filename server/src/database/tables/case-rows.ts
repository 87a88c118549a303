import { integer, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import type { AssignedUser } from "contract/case-parts";
import { instant } from "#server/database/columns.ts";

/**
 * What lists are ordered, grouped, filtered and searched by, one row per case. Triggers write everything but the key
 * (0017_case_rows.sql), so that it is right whoever changes a case.
 */
export const caseRows = pgTable("case_rows", {
  caseId: integer().primaryKey(),
  /** From one to twelve, in pipeline order. */
  statusPosition: smallint().notNull(),
  applicantsGroup: smallint().notNull(),
  peopleGroup: text().notNull().default("unassigned"),
  peopleSort: text().notNull().default("2"),
  /** The first three who were assigned. */
  people: jsonb().$type<AssignedUser[]>().notNull().default([]),
  peopleCount: smallint().notNull().default(0),
  program: text().notNull(),
  nationality: text().notNull(),
  updatedAt: instant().notNull(),
  /** `searchKey` of the contract; null until it has been written anew. */
  searchKey: text(),
});
