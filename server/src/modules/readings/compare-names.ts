/** Whether a typed name and the name in the lines are one name, written as people and passports write names. */

export type NameComparison =
  | "same"
  | "order"
  | "spelling"
  | "shorter"
  | "cut"
  | "script"
  | "different";

/** Places for the name in the first line. */
const PLACES = 39;
const MOST_DIFFERENT = 2;
const MOST_WORDS_TURNED = 6;
const MOST_SPELLINGS = 200;

/** Each letter, and how passports may write it. */
const spellings: Record<string, readonly string[]> = {
  Æ: ["AE"],
  Œ: ["OE"],
  Ø: ["O", "OE"],
  Ä: ["A", "AE"],
  Ö: ["O", "OE"],
  Ü: ["U", "UE", "UXX"],
  Å: ["A", "AA"],
  Ñ: ["N", "NXX"],
  Ł: ["L"],
  Đ: ["D"],
  Ð: ["D"],
  Þ: ["TH"],
};
const particles = new Set(["AL", "EL", "BIN", "IBN", "ABU", "VAN", "DE"]);

export function compareNames(typed: string, surname: string, given: string): NameComparison {
  if (/\p{L}/u.test(typed) && !/\p{Script=Latin}/u.test(typed)) return "script";
  const results = spellingsOf(typed).flatMap((one) =>
    spellingsOf(surname).flatMap((family) =>
      spellingsOf(given).map((first) => compareSpelled(one, { surname: family, given: first })),
    ),
  );
  return order.find((result) => results.includes(result)) ?? "different";
}

/** The kindest first, with one exception: what was cut off is more than a slip of the pen. */
const order: readonly NameComparison[] = [
  "same",
  "order",
  "cut",
  "spelling",
  "shorter",
  "different",
];

type InLines = { surname: string; given: string };

function compareSpelled(typed: string, { surname, given }: InLines): NameComparison {
  const typedWords = wordsOf(typed);
  const words = wordsOf(`${given} ${surname}`);
  if (typedWords.length === 0 || words.length === 0) return "different";
  const isSame = typedWords.join(" ") === words.join(" ");
  if (isSame) return "same";
  const turned = wordsOf(`${surname} ${given}`);
  if (sameWords(typedWords, words) || sameWords(typedWords, turned)) return "order";
  if (isCut(typed, { surname, given })) return "cut";
  if (areSpelledAlike(typedWords, words)) return "spelling";
  return contains(typedWords, words) || contains(words, typedWords) ? "shorter" : "different";
}

function spellingsOf(name: string): string[] {
  const upper = name.normalize("NFC").toUpperCase();
  const letters = [...new Set(upper)].filter((letter) => letter in spellings);
  let results = [upper];
  for (const letter of letters) {
    results = results.flatMap((text) =>
      (spellings[letter] ?? []).map((spelled) => text.replaceAll(letter, spelled)),
    );
    if (results.length > MOST_SPELLINGS) break;
  }
  return results.map(plain);
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\p{M}'’‘`´ʼ]/gu, "")
    .replace(/[^A-Z]+/g, " ")
    .trim();
}

/** 'AL SAYED' and 'ALSAYED' are one word. */
function wordsOf(name: string): string[] {
  const words: string[] = [];
  let joined = "";
  for (const word of name.split(" ").filter(Boolean)) {
    joined += word;
    if (particles.has(word)) continue;
    words.push(joined);
    joined = "";
  }
  return joined === "" ? words : [...words, joined];
}

const sorted = (words: readonly string[]): string => words.toSorted().join(" ");
const sameWords = (one: readonly string[], other: readonly string[]): boolean =>
  sorted(one) === sorted(other);

/** Every word of the lines is one of the typed name, the last one the beginning of one. */
function isCut(typed: string, { surname, given }: InLines): boolean {
  if (surname.length + (given === "" ? 0 : 2 + given.length) < PLACES) return false;
  return [wordsOf, (name: string) => name.split(" ").filter(Boolean)].some((split) => {
    const words = [...split(surname), ...split(given)];
    const last = words.pop() ?? "";
    const left = without(split(typed), words);
    return left?.some((word) => word.startsWith(last)) ?? false;
  });
}

/** What is left of the words; null where one of the others is not among them. */
function without(words: readonly string[], others: readonly string[]): string[] | null {
  const left = [...words];
  for (const other of others) {
    const index = left.indexOf(other);
    if (index < 0) return null;
    left.splice(index, 1);
  }
  return left;
}

function contains(words: readonly string[], others: readonly string[]): boolean {
  return others.length >= 2 && without(words, others) !== null;
}

function areSpelledAlike(one: readonly string[], other: readonly string[]): boolean {
  const [left, right] = [one.join(""), other.join("")];
  const most = Math.min(MOST_DIFFERENT, Math.floor(Math.max(left.length, right.length) / 6));
  if (most === 0 || Math.abs(left.length - right.length) > most) return false;
  // Both ways, so that it does not matter which of the two is typed.
  return (
    ordersOf(other).some((words) => distance(left, words.join("")) <= most) ||
    ordersOf(one).some((words) => distance(words.join(""), right) <= most)
  );
}

function ordersOf(words: readonly string[]): string[][] {
  if (words.length <= 1 || words.length > MOST_WORDS_TURNED) return [[...words]];
  return words.flatMap((word, index) =>
    ordersOf(words.toSpliced(index, 1)).map((rest) => [word, ...rest]),
  );
}

/** Letters to change, add or leave out. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
