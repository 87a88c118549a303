import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#server/database/columns.ts";

/** What a look into a stored file has told. */
export const documentFacts = pgTable("document_facts", {
  storedFileId: integer().primaryKey(),
  pages: integer(),
  problem: text({
    enum: [
      "locked",
      "restricted",
      "damaged",
      "too_long",
      "dynamic_form",
      "signed",
      "word",
      "small_picture",
    ],
  }),
  checkedAt: instant()
    .notNull()
    .default(sql`now()`),
});
