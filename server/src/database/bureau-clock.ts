/**
 * Day, year and hour where the bureau is and its times are shown (D-158, BUREAU_ZONE): a case or an invoice of New Year's
 * morning carries the new year. The clock is the one of the runtime, which goes by the database's.
 */
import { dayIn, startOfDay, startOfHour, timeIn } from "contract/days";
import { runtime } from "#server/core/runtime.ts";

export type BureauMoment = { moment: Date; day: string; hour: number; minute: number };

export function bureauNow(): BureauMoment {
  const moment = runtime.clock.now();
  const zone = runtime.config.bureauZone;
  return { moment, day: dayIn(zone, moment), ...timeIn(zone, moment) };
}

/** YYYY-MM-DD. */
export function bureauToday(): string {
  return bureauNow().day;
}

export function bureauYear(): string {
  return bureauToday().slice(0, 4);
}

/** When a day of the bureau begins. */
export function startOfBureauDay(day: string): Date {
  return startOfDay(day, runtime.config.bureauZone);
}

export function startOfBureauHour(day: string, hour: number): Date {
  return startOfHour(day, hour, runtime.config.bureauZone);
}
