import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant, plainDate } from "#server/database/columns.ts";

/** One row: how the portal that listens gets on with the mailbox for replies, for all portals to see. */
export const mailboxStates = pgTable("mailbox_states", {
  id: integer().primaryKey().default(1),
  /** Since when it is connected; null while it is not. */
  connectedAt: instant(),
  /** When it last answered. */
  reachedAt: instant(),
  /** Since when it cannot be reached; null while it can. */
  awayAt: instant(),
  reason: text(),
  /** The day on which the admins were told last. */
  toldOn: plainDate(),
});
