import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity, instant } from "#server/database/columns.ts";

export const otpVerifications = pgTable("otp_verifications", {
  id: identity(),
  userId: integer().notNull(),
  /** The pending session the code belongs to. No foreign key: the session is replaced the moment the code is right. */
  sessionId: text().notNull(),
  /** An argon2id hash of the six digits (D-163). */
  otp: text().notNull(),
  fingerprint: text().notNull(),
  userAgent: text(),
  ipAddress: text(),
  expiresAt: instant().notNull(),
  attemptCount: integer().notNull().default(0),
  isUsed: boolean().notNull().default(false),
  consumedAt: instant(),
  createdAt: createdAt(),
});
