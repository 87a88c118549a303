import { integer, pgTable, text } from "drizzle-orm/pg-core";

/** People whose new names do not stand in the rows of their cases yet. */
export const staleNames = pgTable("stale_names", {
  /** 'user 12' or 'invitation 5'. */
  person: text().primaryKey(),
  /** The last of their cases that has been rewritten. */
  afterCase: integer().notNull().default(0),
});
