import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { maritalStatuses } from "contract/checklist-parts";
import {
  bytes,
  createdAt,
  identity,
  plainDate,
  updatedAt,
  revision,
} from "#server/database/columns.ts";

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
  /** As in the lines of the passport: 'SARROUF, NADIM'. */
  passportName: text(),
  /** Encrypted under the key of the case, bound to the row. */
  passportNumber: bytes(),
  /** A keyed hash of the number: equality only. */
  passportMark: text(),
  passportCountry: text(),
  passportExpiresOn: plainDate(),
  placeOfBirth: text(),
  /** The document that the values were taken from. */
  passportDocumentId: integer(),
  revision: revision(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export type ApplicantRow = typeof applicants.$inferSelect;
