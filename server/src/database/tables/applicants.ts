import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { maritalStatuses } from "contract/checklist-parts";
import { createdAt, identity, plainDate, updatedAt, revision } from "#server/database/columns.ts";

export const applicants = pgTable("applicants", {
  id: identity(),
  caseId: integer().notNull(),
  /** The order of the rows in the editor, from 0. */
  position: integer().notNull(),
  /** Blank until somebody fills in a seeded row (D-079). */
  fullName: text().notNull().default(""),
  category: text({
    enum: ["Main Applicant", "Spouse", "Dependent Child", "Dependent Resident"],
  }).notNull(),
  gender: text({ enum: ["male", "female"] }),
  dateOfBirth: plainDate(),
  /** A demonym of the contract. */
  nationality: text(),
  maritalStatus: text({ enum: maritalStatuses }),
  /** ISO 3166-1 alpha-3; null while nobody has said where, never empty. */
  residences: text().array(),
  revision: revision(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export type ApplicantRow = typeof applicants.$inferSelect;
