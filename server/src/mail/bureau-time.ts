/** Times in mails, which are read anywhere: as they are where the bureau is, and saying so. */
import { runtime } from "#server/core/runtime.ts";

/** '3 January 2026 at 01:04 (Dubai time)'. */
export function writtenMoment(at: string): string {
  return `${write(at, { dateStyle: "long", timeStyle: "short" })} (${placeOf(runtime.config.bureauZone)} time)`;
}

/** '3 January 2026'. */
export function writtenDay(at: string): string {
  return write(at, { dateStyle: "long" });
}

/** '3 January 2026' of a calendar day, YYYY-MM-DD, without a zone. */
export function writtenCalendarDay(day: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "long" });
  return format.format(new Date(`${day}T00:00:00Z`));
}

function write(at: string, styles: Intl.DateTimeFormatOptions): string {
  const { bureauZone: timeZone } = runtime.config;
  return new Intl.DateTimeFormat("en-GB", { timeZone, ...styles }).format(new Date(at));
}

/** A zone is named after its best known city. */
function placeOf(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}
