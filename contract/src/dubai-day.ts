/** The calendar on the wall of the bureau: its times are shown, and its days begin, in Dubai (D-158). */
const format = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Dubai",
  calendar: "gregory",
  numberingSystem: "latn",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** YYYY-MM-DD. Made of named parts: the order in which a browser writes them is its own business. */
export function dubaiDay(moment: Date): string {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}
