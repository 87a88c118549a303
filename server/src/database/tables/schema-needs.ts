import { integer, pgTable, text } from "drizzle-orm/pg-core";

/** One row: the oldest program that this database serves, as the name of its last migration. */
export const schemaNeeds = pgTable("schema_needs", {
  id: integer().primaryKey().default(1),
  oldestProgram: text().notNull().default(""),
});
