import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { revision, updatedAt } from "#server/database/columns.ts";

/** One row: who the bureau is. */
export const bureau = pgTable("bureau", {
  id: integer().primaryKey().default(1),
  /** Null: that of the settings. */
  name: text(),
  logoFileId: integer(),
  logoDarkFileId: integer(),
  address: text(),
  trn: text(),
  phone: text(),
  website: text(),
  bankDetails: jsonb().$type<Partial<Record<"USD" | "AED", string>>>().notNull().default({}),
  letterFoot: text(),
  revision: revision(),
  updatedAt: updatedAt(),
});
