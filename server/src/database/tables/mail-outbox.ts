import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity, instant } from "#server/database/columns.ts";

/** Mails to send, written with the change that asks for them (S-11); sending happens after the commit. */
export const mailOutbox = pgTable("mail_outbox", {
  id: identity(),
  toEmail: text().notNull(),
  toName: text(),
  template: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text(),
  status: text({ enum: ["pending", "sent", "failed", "expired"] })
    .notNull()
    .default("pending"),
  attempts: integer().notNull().default(0),
  /** A code or link that would arrive dead is not sent at all. */
  expiresAt: instant(),
  sendAfter: instant()
    .notNull()
    .default(sql`now()`),
  sentAt: instant(),
  lastError: text(),
  createdAt: createdAt(),
  /** Of mails about cases: asked again before they go. */
  userId: integer(),
  caseId: integer(),
  replyTo: text(),
  envelopeFrom: text(),
  /** Sealed like the text. */
  headers: text(),
});

export type MailOutboxRow = typeof mailOutbox.$inferSelect;
