import { runtime } from "#server/core/runtime.ts";
import type { Look } from "./outside-parts.ts";

/** Codes of apps are right for half a minute, and a log is read beside other logs. */
const MOST_SECONDS = 30;

/** The clock of this machine beside that of the database, by which sessions, codes and reminders go. */
export function lookAtClock(now = new Date()): Look {
  const seconds = Math.round((now.getTime() - runtime.clock.now().getTime()) / 1000);
  const isFine = Math.abs(seconds) <= MOST_SECONDS;
  const where = seconds > 0 ? "ahead of" : "behind";
  return {
    part: "Clock",
    isFine,
    sentence: isFine
      ? "this machine and the database agree on the time."
      : `this machine is ${Math.abs(seconds)} seconds ${where} the database: set both by a time server (NTP).`,
  };
}
