/** Text without the marks that people see nowhere, so that two names that look the same are the same (D-184). */

/** One half of a pair, which no database keeps. */
const HALF_CHARACTER = /\p{Surrogate}/gu;
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Controls, zero-width spaces, soft hyphens, tags, and the marks that turn the direction of what follows. */
const HIDDEN =
  /(?!\n)[\p{Cc}\u00AD\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
/** Joiners shape words (Persian, Hindi) and build emoji (families); anywhere else they are unseen. */
const JOINER =
  /((?<=[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic}))|[\u200C\u200D]/gu;
const NOTHING_SEEN = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\s\u2800]*$/u;

/**
 * Trimmed. Of names, titles and codes each run of blanks becomes one; messages, descriptions and notes keep theirs and
 * their lines. What shows nothing is empty.
 */
export function visibleText(text: string, options: { keepLineBreaks?: boolean } = {}): string {
  const seen = text
    .replace(HALF_CHARACTER, "\uFFFD")
    .replace(LINE_BREAK, "\n")
    .replaceAll("\t", " ")
    .replace(HIDDEN, "")
    .replace(JOINER, "$1");
  if (NOTHING_SEEN.test(seen)) return "";
  return (options.keepLineBreaks ? seen : seen.replace(/\s+/g, " ")).trim();
}
