/** Recognises the lines of our own letters, which come back with an answer and must not be taken for it. */

const COUNTED =
  "messages?|documents?|invoices?|payment receipts?|due dates?|files?|people|persons?|cases?";
const OWN_LINES = [
  /^Hello\b.{0,120},$/,
  /^There is news in (case|your cases)\b/,
  /^These documents are still needed in case\b/,
  new RegExp(`^\\d+ (new )?(${COUNTED}) (was|were|is|are|needs?|do|does)\\b`),
  /^\d+ new messages?$/,
  /^The status has changed$/,
  /^You were assigned to this case$/,
  /^Mails to (somebody in this case|\d+ (person|people)) do(es)? not arrive$/,
  /^(Open the (case|portal)|See what is needed)$/,
  /^You can answer this mail: what you write becomes a message in the case\.?$/,
  /^Choose which mails you get, or stop them:?/,
  /^Please upload documents in the portal; there they are protected\.?$/,
  /^The earliest is due on\b/,
  /^and \d+ more (in the portal|cases)$/,
  /^(Main applicant|Spouse|Child( \d+)?|Dependent resident( \d+)?|For everybody)$/,
  /: (missing|needs changes|no longer valid)(, (was )?due on .+)?$/,
];
const SHORTEST_PART = 12;

/** What else was in the letter: the bureau's name, the origin of its links, names and messages of the case. */
export type KnownLines = { origin: string; lines: readonly string[] };

export function withoutOurLetter(lines: readonly string[], known: KnownLines): string {
  const letter = known.lines.map(normal);
  const whole = letter.join(" ");
  const isOurs = (line: string) => {
    const text = normal(line);
    if (text === "") return false;
    if (text.includes(known.origin) && /^\S+$/.test(text)) return true;
    if (letter.includes(text) || OWN_LINES.some((pattern) => pattern.test(text))) return true;
    return text.length >= SHORTEST_PART && whole.includes(text);
  };
  return lines
    .filter((line) => !isOurs(line))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Without the signs of lists, of links and of emphasis that a mail program puts around a line. */
function normal(line: string): string {
  return line
    .replace(/^[\s>•*·-]+/, "")
    .replace(/\s*[[<](https?:[^\]>]*|mailto:[^\]>]*)[\]>]\s*$/, "")
    .replace(/[\s*_]+$/, "")
    .replace(/\s+/g, " ");
}
