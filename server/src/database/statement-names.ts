/**
 * A statement that comes again is prepared: PostgreSQL parses and plans it once for each connection instead of once for
 * each call. Its text is its identity, so no caller has to find a name for it.
 */
import { sql } from "drizzle-orm";

/** Each costs a connection some kilobytes for as long as it lives. */
const MOST_PREPARED = 500;
const MOST_REMEMBERED = 2000;
/** Long lists of values make a text that hardly comes again. */
const LONGEST_TEXT = 8000;

const PLANNED_ANEW = "/* planned for its values */";
/** In a statement whose best plan depends on its values, such as a search: it is never prepared. */
export const plannedAnew = sql.raw(PLANNED_ANEW);

export class StatementNames {
  readonly #usedOnce = new Set<string>();
  readonly #names = new Map<string, string>();

  /** Undefined: sent as it is. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST_PREPARED || !mayBePrepared(text))
      return known;
    // What comes once, as while a portal starts, is not worth a place.
    if (!this.#usedOnce.delete(text)) {
      if (this.#usedOnce.size >= MOST_REMEMBERED) this.#usedOnce.clear();
      this.#usedOnce.add(text);
      return undefined;
    }
    const name = `portal_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

/** One for the process: the query builder keeps a name with what it has prepared, whichever connection that goes to. */
export const statementNames = new StatementNames();

/** Several statements in one text cannot be. */
function mayBePrepared(text: string): boolean {
  return (
    text.length <= LONGEST_TEXT &&
    /^\s*(?:select|insert|update|delete|with)\b/i.test(text) &&
    !text.includes(";") &&
    !text.includes(PLANNED_ANEW)
  );
}
