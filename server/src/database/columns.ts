/**
 * The column types of this database. Columns get their snake_case names from drizzle's `casing`, and keys, foreign keys,
 * indexes and checks live in the SQL migrations alone; a test compares both sides so that they cannot drift apart.
 */
import { sql } from "drizzle-orm";
import { bigint, customType, date, integer } from "drizzle-orm/pg-core";

/** A moment in time, read and written as ISO 8601 in UTC (S-55). */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  fromDriver: (value) => readInstant(value),
});

/** What PostgreSQL writes in UTC, `2026-03-01 09:05:00.12+00`, needs no Date: a list of cases has thousands of these. */
export function readInstant(value: string): string {
  const isUtc = value.endsWith("+00") && value[10] === " " && value.length <= 26;
  if (!isUtc) return new Date(value).toISOString();
  const fraction = value.slice(19, -3) || ".";
  return `${value.slice(0, 10)}T${value.slice(11, 19)}${fraction.padEnd(4, "0")}Z`;
}

/** A calendar day without a zone, `YYYY-MM-DD` (D-158). */
export const plainDate = () => date({ mode: "string" });

/** Money in minor units. A 32-bit integer would end at 21 million dollars. */
export const cents = () => bigint({ mode: "number" });

export const byteCount = () => bigint({ mode: "number" });

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

export const identity = () => integer().primaryKey().generatedAlwaysAsIdentity();

export const createdAt = () =>
  instant()
    .notNull()
    .default(sql`now()`);

/** Moved by a trigger on every change of the row, unless the statement sets it itself. */
export const updatedAt = () =>
  instant()
    .notNull()
    .default(sql`now()`);

/** Raised by a trigger on every change of content, so that an edit based on an older row is noticed. */
export const revision = () => integer().notNull().default(1);
