/** What stands in the cells of several lists. */
import { sql } from "drizzle-orm";

/** Of the row `u` of users; an account that is gone has none. */
export const nameOfPerson = sql`coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)`;

export const reviewLabels = {
  waiting: "Waiting",
  accepted: "Accepted",
  changes_requested: "Changes requested",
  reopened: "Reopened",
} as const;

export function withCapital(word: string | null): string | null {
  return word === null ? null : word.slice(0, 1).toUpperCase() + word.slice(1);
}

export function* inPieces<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
