/** Field types that several modules share. */
import * as z from "zod/mini";
import { visibleText } from "./visible-text.ts";

export const MAX_NAME = 200;
export const MAX_MESSAGE = 5000;
export const MAX_ADDRESS = 500;
export const MAX_EMAIL = 254;
export const MAX_FILE_NAME = 255;
/** argon2 never sees more than this (asvs 60). */
export const MAX_PASSWORD_BYTES = 1024;

export const MAX_ID = 2_147_483_647;

/** A record's number in a path: digits only, so that `/api/cases/abc` is a 400 (D-042). */
export const IdInPath = z.pipe(
  z.string().check(z.regex(/^\d{1,10}$/, "Invalid id")),
  z.pipe(z.transform(Number), z.int().check(z.gte(1, "Invalid id"), z.lte(MAX_ID, "Invalid id"))),
);
export const Id = z.int().check(z.gte(1), z.lte(MAX_ID));
export const ById = z.object({ id: IdInPath });

/** ISO 8601 in UTC (S-55). */
export const Timestamp = z.string();
/** A calendar day without a zone (D-158). */
export const CalendarDay = z
  .string("Invalid date")
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, { message: "Invalid date", abort: true }),
    z.refine(isCalendarDay, { message: "Invalid date", abort: true }),
  );
export const EARLIEST_DAY = "1900-01-01";
const LATEST_DAY = "2200-12-31";
/** Of the centuries that a bureau's papers speak of. */
export const PlainDate = CalendarDay.check(
  z.refine(
    (day) => day >= EARLIEST_DAY && day <= LATEST_DAY,
    "The year must be between 1900 and 2200",
  ),
);

/** Cents. Beyond what a number holds exactly, money is refused, never rounded (asvs 14). */
export function cents(message: string) {
  return z.int(message).check(z.gte(0, message), z.lte(Number.MAX_SAFE_INTEGER, message));
}

/** Before every other check of a name, a title or a code: only what people see of it counts (D-184). */
export function oneLine() {
  return z.overwrite<string>((text) => visibleText(text));
}

/** The same for messages, descriptions and notes. */
export function manyLines() {
  return z.overwrite<string>((text) => visibleText(text, { keepLineBreaks: true }));
}

/** One line that may not be blank. */
export function requiredText(message: string, limit: number = MAX_NAME) {
  return z
    .string(message)
    .check(oneLine(), z.minLength(1, message), z.maxLength(limit, tooLong(limit)));
}

export function optionalText(limit: number = MAX_NAME) {
  return z.string().check(oneLine(), z.maxLength(limit, tooLong(limit)));
}

/** A message, a description or a note. */
export function longText(message?: string) {
  return z.string(message).check(manyLines(), z.maxLength(MAX_MESSAGE, tooLong(MAX_MESSAGE)));
}

export function tooLong(limit: number): string {
  return `Must be at most ${limit} characters`;
}

/** Plain addresses only: no quoted local part, which mail libraries have been fooled by (security.md 1.1). */
const EMAIL_PATTERN =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Trimmed and lower-cased everywhere (D-105). The length is checked before the pattern runs. */
export function email(message: string) {
  return z.string(message).check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(MAX_EMAIL, message),
    z.refine((text) => text.length <= MAX_EMAIL && EMAIL_PATTERN.test(text), message),
  );
}

function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
