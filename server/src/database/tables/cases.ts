import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { caseStatuses } from "contract/case-status";
import {
  cents,
  createdAt,
  identity,
  instant,
  plainDate,
  updatedAt,
  revision,
} from "#server/database/columns.ts";

export const cases = pgTable("cases", {
  id: identity(),
  /** The code people read, such as VU-2026-0014. In every other table caseId is the number above (D-162). */
  caseId: text().notNull(),
  title: text().notNull(),
  description: text(),
  numberOfApplicants: integer().notNull().default(1),
  status: text({ enum: caseStatuses }).notNull().default("onboarding"),
  nationality: text().notNull(),
  citizenshipProgram: text({ enum: ["vanuatu", "nauru"] })
    .notNull()
    .default("vanuatu"),
  gender: text({ enum: ["Mr.", "Ms."] }),
  fiuFee: cents().notNull().default(500_000),
  citizenshipFee: cents().notNull().default(0),
  /** The day on which the file is, or was, handed in. */
  submissionOn: plainDate(),
  createdBy: integer(),
  lastStatusUpdatedAt: instant()
    .notNull()
    .default(sql`now()`),
  /** Title, case id and nationality in lower case, for "contains" searches; the database keeps it. */
  search: text()
    .notNull()
    .generatedAlwaysAs(sql`lower(title || ' ' || case_id || ' ' || nationality)`),
  revision: revision(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export type CaseRow = typeof cases.$inferSelect;
