import { dayIn } from "contract/days";
import { bureauZone as timeZone } from "./bureau-zone.ts";

/** Everywhere in the portal (C:245, D-158). */
const LOCALE = "en-AE";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS_BEFORE_DATE = 30;

const date = new Intl.DateTimeFormat(LOCALE, { timeZone, dateStyle: "medium" });
const dateTime = new Intl.DateTimeFormat(LOCALE, {
  timeZone,
  dateStyle: "medium",
  timeStyle: "short",
});
const clock = new Intl.DateTimeFormat(LOCALE, { timeZone, timeStyle: "short" });
const shortDate = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});
const plainDate = new Intl.DateTimeFormat(LOCALE, { timeZone: "UTC", dateStyle: "medium" });

/** YYYY-MM-DD of a moment, where the bureau is. */
export function bureauDay(moment: Date): string {
  return dayIn(timeZone, moment);
}

/** '21 Nov 2025' of a moment, where the bureau is. */
export function formatDate(moment: string): string {
  return date.format(new Date(moment));
}

/** '21 Nov 2025, 4:05 pm' of a moment, where the bureau is. */
export function formatDateTime(moment: string): string {
  return dateTime.format(new Date(moment));
}

/** '4:05 pm' of a moment, where the bureau is. */
export function formatClock(moment: string): string {
  return clock.format(new Date(moment));
}

/** '21 Nov 2025' of a calendar day without a zone. */
export function formatPlainDate(day: string): string {
  return plainDate.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
}

/** '21/11/2025' of a calendar day, as in the invoices table (D-158). */
export function formatShortDate(day: string): string {
  return shortDate.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
}

/** 'Just now', '5m ago', '3h ago', '2d ago'; beyond 30 days the date (C:245, D-159). */
export function formatRelativeTime(moment: string, now: number = Date.now()): string {
  const age = now - new Date(moment).getTime();
  if (age < MINUTE) return "Just now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`;
  const days = Math.floor(age / DAY);
  return days <= DAYS_BEFORE_DATE ? `${days}d ago` : formatDate(moment);
}
