import { bureauDay } from "./time.ts";

const long = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "long" });

/** '27 November 2026' of a calendar day. */
export function formatLongDay(day: string): string {
  return long.format(new Date(`${day}T00:00:00Z`));
}

/** '27 November', with its year where that is another one: in sentences to clients. */
export function formatDayInSentence(day: string, today = bureauDay(new Date())): string {
  const whole = formatLongDay(day);
  return day.slice(0, 4) === today.slice(0, 4) ? whole.replace(/ \d{4}$/, "") : whole;
}
