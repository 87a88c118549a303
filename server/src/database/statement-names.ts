/**
 * A statement that comes again is prepared: PostgreSQL parses and plans it once for each connection instead of once for
 * each call. Its text is its identity, so no caller has to find a name for it.
 */
import { sql } from "drizzle-orm";

/** Each costs a connection some kilobytes for as long as it lives. */
const MOST_PREPARED = 1000;
const MOST_REMEMBERED = 2000;
/** Long lists of values make a text that hardly comes again. */
const LONGEST_TEXT = 20_000;

/** Before a statement whose best plan depends on its values, such as a search: it is never prepared. */
export const plannedAnew = sql.raw("/* planned for its values */");

const usedOnce = new Set<string>();
const names = new Map<string, string>();
/** No two texts ever have the same name: the query builder keeps a name with what it has prepared. */
let given = 0;

/** For connections that are about to be opened: what others were asked takes no place of theirs. */
export function forgetStatements(): void {
  usedOnce.clear();
  names.clear();
}

/** Undefined: sent as it is. */
export function nameOfStatement(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_PREPARED || !mayBePrepared(text)) return known;
  // What comes once, as while a portal starts, is not worth a place.
  if (!usedOnce.delete(text)) {
    if (usedOnce.size >= MOST_REMEMBERED) usedOnce.clear();
    usedOnce.add(text);
    return undefined;
  }
  const name = `portal_${(given += 1)}`;
  names.set(text, name);
  return name;
}

/** Several statements in one text cannot be. */
function mayBePrepared(text: string): boolean {
  return (
    text.length <= LONGEST_TEXT &&
    /^\s*(?:select|insert|update|delete|with)\b/i.test(text) &&
    !text.includes(";")
  );
}
