/** Sums with calendar days, YYYY-MM-DD. Which day it is depends on where one asks: that is told, never assumed (D-158). */

/** Where the bureau is while nobody has said where. */
export const USUAL_ZONE = "Asia/Dubai";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const formats = new Map<string, Intl.DateTimeFormat>();

/** YYYY-MM-DD. Made of named parts: the order in which a browser writes them is its own business. */
export function dayIn(zone: string, moment: Date): string {
  const parts = partsIn(zone, moment);
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

export function timeIn(zone: string, moment: Date): { hour: number; minute: number } {
  const parts = partsIn(zone, moment);
  return { hour: Number(parts.get("hour")), minute: Number(parts.get("minute")) };
}

/** The moment at which the day begins: midnight, or what comes first where clocks jump over it. */
export function startOfDay(day: string, zone: string): Date {
  return startOfHour(day, 0, zone);
}

/** The first moment of an hour of that day. */
export function startOfHour(day: string, hour: number, zone: string): Date {
  // No zone is farther from UTC than this.
  let before = Date.parse(`${day}T00:00:00Z`) - 15 * HOUR_MS;
  let within = before + 54 * HOUR_MS;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    const moment = new Date(middle);
    const isBefore =
      dayIn(zone, moment) < day ||
      (dayIn(zone, moment) === day && timeIn(zone, moment).hour < hour);
    if (isBefore) before = middle;
    else within = middle;
  }
  return new Date(within);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

function partsIn(zone: string, moment: Date): Map<string, string> {
  return new Map(
    formatIn(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
}

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formats.set(zone, format);
  return format;
}
