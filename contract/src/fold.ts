/**
 * Text made comparable, the same in browser and server: without case, marks, and the differences between letters that
 * people type for each other. No alphabet is written in another.
 */

/** The decomposition would make a blank of it. */
const ACUTE = /\u00B4/g;
const APOSTROPHE = /[\u2019\u2018\u02BC`]/g;
const DASH = /[\u2010\u2011\u2013\u2014]/g;
/** Marks, characters of direction and joining, controls that are no white space, and the tatweel. */
const UNSEEN = /[\p{M}\p{Cf}\u0640]|(?!\s)\p{Cc}/gu;
const WHITE_SPACE = /\s+/g;
const DIGIT = /(?![0-9])\p{Nd}/gu;

const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ئ: "ي",
  ک: "ك",
  ة: "ه",
  ؤ: "و",
};
const LETTER = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

export function fold(text: string): string {
  return foldLetters(text).replace(WHITE_SPACE, " ").trim();
}

/** Each character by itself: white space stays as it is, so that it is known where every letter came from. */
export function foldLetters(text: string): string {
  return text
    .replace(ACUTE, "'")
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(UNSEEN, "")
    .replace(APOSTROPHE, "'")
    .replace(DASH, "-")
    .replace(LETTER, (letter) => letters[letter] ?? letter)
    .replace(DIGIT, digitOf);
}

/** Digits of every script stand in tens, from zero on. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Between the texts of a key: no folded text holds a line break. */
const BETWEEN = "\n";

/**
 * What a row is found by: its texts folded, in ASCII. The index of the database knows ASCII letters alone, so every other
 * character becomes capital letters, which no folded text has. One key contains another exactly if the folded text does.
 */
export function searchKey(texts: readonly string[]): string {
  return texts.map((text) => inAscii(fold(text))).join(BETWEEN);
}

const FIRST_LEAD = "A".charCodeAt(0);
const FIRST_DIGIT = "N".charCodeAt(0);
const BASE = 13;
/** Twelve leads with three digits; all above take the thirteenth lead and six. */
const SHORT_CODES = 12 * BASE ** 3;

function inAscii(folded: string): string {
  return folded.replace(/[^\0-\u007F]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code >= SHORT_CODES) return `M${inLetters(code, 6)}`;
    const lead = String.fromCharCode(FIRST_LEAD + Math.floor(code / BASE ** 3));
    return lead + inLetters(code % BASE ** 3, 3);
  });
}

function inLetters(number: number, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest = Math.floor(rest / BASE))
    text = String.fromCharCode(FIRST_DIGIT + (rest % BASE)) + text;
  return text;
}
