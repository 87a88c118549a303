import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { identity, instant } from "#server/database/columns.ts";

/** Trusted only when the hash a browser sends and the cookie it holds both match (security.md 4.4). */
export const trustedDevices = pgTable("trusted_devices", {
  id: identity(),
  userId: integer().notNull(),
  /** HMAC of the device hash. */
  fingerprint: text().notNull(),
  /** HMAC of the device cookie. */
  cookieHash: text().notNull(),
  deviceName: text(),
  userAgent: text(),
  ipAddress: text(),
  firstUsedAt: instant()
    .notNull()
    .default(sql`now()`),
  lastUsed: instant()
    .notNull()
    .default(sql`now()`),
});
