/** Two lines while somebody types them. Pure. */
import {
  type CheckedField,
  checkedFields,
  digitPlaces,
  rightDigits,
} from "contract/passport-lines";
import { LINE_LENGTH } from "contract/reading-parts";

export type Lines = readonly [string, string];

/** Blanks and line ends come along when lines are pasted; small letters mean capitals. */
function cleaned(text: string): string {
  return text.replace(/\s/g, "").toUpperCase();
}

/** What stands in both fields after one was typed or pasted into: both lines may come at once, or one run over. */
export function typedInto(lines: Lines, place: 0 | 1, typed: string): Lines {
  const text = cleaned(typed);
  const line = text.slice(0, LINE_LENGTH);
  const rest = text.slice(LINE_LENGTH, 2 * LINE_LENGTH);
  const isBoth = rest.length === LINE_LENGTH || (place === 0 && lines[1] === "");
  if (rest !== "" && isBoth) return [line, rest];
  return place === 0 ? [line, lines[1]] : [lines[0], line];
}

export function hasStrangeCharacters(line: string): boolean {
  return !/^[A-Z0-9<]*$/.test(line);
}

export function areWhole(lines: Lines): boolean {
  return lines.every((line) => line.length === LINE_LENGTH && !hasStrangeCharacters(line));
}

/** As soon as a digit is typed it can be wrong. */
export function wrongDigits(line2: string): CheckedField[] {
  if (hasStrangeCharacters(line2)) return [];
  const right = rightDigits(line2);
  return checkedFields.filter((field) => digitPlaces[field] < line2.length && !right[field]);
}
