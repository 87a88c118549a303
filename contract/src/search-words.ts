/** What is typed into the search and what is found by it, in words: the same in browser and server. */
import { fold, foldLetters } from "./fold.ts";

const MAX_TOKENS = 400;
const MAX_TOKEN = 40;
const MAX_WORDS = 8;
const MAX_MARKS = 10;
const NO_LETTER = /[^\p{L}\p{N}]+/u;
const LETTER = /[\p{L}\p{N}]/u;

/** [from, to) in the text as it is written. */
export type Mark = [from: number, to: number];

/** What a text is found by: each piece between blanks, and the letters and digits in it. */
export function tokens(text: string): string[] {
  const found = new Set<string>();
  for (const piece of fold(text).split(" ")) {
    for (const token of [piece, ...piece.split(NO_LETTER)]) {
      if (token !== "") found.add(cut(token));
      if (found.size === MAX_TOKENS) return [...found];
    }
  }
  return [...found];
}

/** The words that have to be found; a ninth is not asked for. */
export function wordsOf(needle: string): string[] {
  const words = fold(needle)
    .split(" ")
    .filter((word) => word !== "");
  return words.slice(0, MAX_WORDS).map(cut);
}

/** By whole characters, or what is left would be no text. */
function cut(token: string): string {
  return token.length <= MAX_TOKEN ? token : Array.from(token).slice(0, MAX_TOKEN).join("");
}

type Folded = { text: string; starts: number[]; ends: number[] };

/** The folded text, and for each of its characters where it stands in the original. */
function foldWithPositions(original: string): Folded {
  let text = "";
  const starts: number[] = [];
  const ends: number[] = [];
  let position = 0;
  for (const character of original) {
    const letters = foldLetters(character);
    // What is not seen of a text belongs to the letter before it.
    if (letters === "" && ends.length > 0) ends[ends.length - 1] = position + character.length;
    for (const letter of letters) {
      text += /\s/.test(letter) ? " " : letter;
      for (let unit = 0; unit < letter.length; unit += 1) {
        starts.push(position);
        ends.push(position + character.length);
      }
    }
    position += character.length;
  }
  return { text, starts, ends };
}

/** Where the words stand: at the beginning of words, or `anywhere` in them. */
export function marksIn(
  original: string,
  words: readonly string[],
  { anywhere = false } = {},
): Mark[] {
  const folded = foldWithPositions(original);
  const marks: Mark[] = [];
  for (const word of words) {
    for (const at of placesOf(folded.text, word, anywhere)) {
      const from = folded.starts[at];
      const to = folded.ends[at + word.length - 1];
      if (from !== undefined && to !== undefined) marks.push([from, to]);
    }
  }
  return joined(marks).slice(0, MAX_MARKS);
}

function placesOf(text: string, word: string, anywhere: boolean): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at);
    if (anywhere || before === "" || !LETTER.test(Array.from(before.slice(-2)).at(-1) ?? ""))
      places.push(at);
    if (places.length > MAX_MARKS) break;
  }
  return places;
}

/** In their order; what overlaps is one. */
function joined(marks: readonly Mark[]): Mark[] {
  const result: Mark[] = [];
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** So few that a narrow line still shows what was found. */
const BEFORE_MARK = 20;

/** At most so many characters around the first mark, on one line; what was left out at an end is dots. */
export function excerpt(original: string, words: readonly string[], length: number): string {
  const line = original.replace(/\s+/gu, " ").trim();
  if (line.length <= length) return line;
  const [first] = marksIn(line, words);
  const from = Math.max(0, (first?.[0] ?? 0) - BEFORE_MARK);
  const start = from === 0 ? "" : "…";
  const end = from + length < line.length ? "…" : "";
  const begin = startOfCharacter(line, from + start.length);
  return start + line.slice(begin, startOfCharacter(line, from + length - end.length)) + end;
}

/** Never between the two halves of one character. */
function startOfCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
