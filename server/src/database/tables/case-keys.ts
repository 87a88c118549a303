import { integer, pgTable } from "drizzle-orm/pg-core";
import { bytes, createdAt, identity } from "#server/database/columns.ts";

/** The key that wraps a case's file keys, itself wrapped by FILES_KEY. Without a case: samples and avatars. */
export const caseKeys = pgTable("case_keys", {
  id: identity(),
  caseId: integer(),
  wrappedKey: bytes().notNull(),
  /** How often it has been wrapped: once when it was made, once more with each new FILES_KEY. */
  keyNumber: integer().notNull().default(1),
  createdAt: createdAt(),
});
