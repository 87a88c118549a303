/** Days in the lines have two figures for the year; the century follows from what is possible. */
const EARLIEST_BIRTH = "1900-01-01";
const MOST_YEARS = 50;

/** The latest such day that is not to come; null for a day that does not exist or is not known. */
export function birthDayOf(six: string, today: string): string | null {
  const days = daysOf(six, today).filter((day) => day <= today && day >= EARLIEST_BIRTH);
  return days.at(-1) ?? null;
}

/** The one within fifty years of today. */
export function expiryDayOf(six: string, today: string): string | null {
  const [least, most] = [yearsFrom(today, -MOST_YEARS), yearsFrom(today, MOST_YEARS)];
  return daysOf(six, today).find((day) => day > least && day <= most) ?? null;
}

function daysOf(six: string, today: string): string[] {
  if (!/^\d{6}$/.test(six)) return [];
  const century = Number(today.slice(0, 2));
  const [year, month, date] = [six.slice(0, 2), six.slice(2, 4), six.slice(4)];
  return [century - 1, century, century + 1]
    .map((first) => `${first}${year}-${month}-${date}`)
    .filter(exists);
}

function exists(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}

/** Texts are compared, so that the 29th of February needs no rule. */
function yearsFrom(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}
