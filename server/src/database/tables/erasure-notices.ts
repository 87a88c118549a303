import { sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { instant } from "#server/database/columns.ts";

/** When the admins were told that the documents of a closed case are going to be erased (security.md 5.6). */
export const erasureNotices = pgTable("erasure_notices", {
  caseId: integer().primaryKey(),
  announcedAt: instant()
    .notNull()
    .default(sql`now()`),
});
