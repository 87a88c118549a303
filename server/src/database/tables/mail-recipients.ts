import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant, plainDate } from "#server/database/columns.ts";

/** What the mails about cases know of whom they go to; whoever has no row gets them all. */
export const mailRecipients = pgTable("mail_recipients", {
  userId: integer().primaryKey(),
  mailsOffAt: instant(),
  remindersOffAt: instant(),
  undeliverableAt: instant(),
  /** As '5.1.1', or 'unreachable'. */
  undeliverableCode: text(),
  /** Mails in a row that were given up after all tries. */
  failures: integer().notNull().default(0),
  /** The day of the last digest. */
  digestOn: plainDate(),
});
