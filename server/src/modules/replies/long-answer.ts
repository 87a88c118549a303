/** A message has at most 5,000 characters; of a longer answer the whole is sent along as a file. */
import { MAX_MESSAGE } from "contract/fields";

const SHOWN = 4900;

export function shortened(text: string): { text: string; whole: string | null } {
  if (text.length <= MAX_MESSAGE) return { text, whole: null };
  const start = text.slice(0, SHOWN + 1);
  const lastBlank = start.search(/\s\S*$/u);
  // A word that never ends is cut, but not through a character.
  const kept = lastBlank > 0 ? start.slice(0, lastBlank) : start.slice(0, SHOWN).toWellFormed();
  return { text: `${kept.trimEnd()} …`, whole: text };
}
