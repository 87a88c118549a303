/** What may stand at which place of the two lines (ICAO 9303, part 4, TD3), and what the check digits are over. */

const LINE_LENGTH = 44;
/** number, birth, expiry, personal, composite: the order of a reading's digits. */
export const checkedFields = ["number", "birth", "expiry", "personal", "composite"] as const;
export type CheckedField = (typeof checkedFields)[number];

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const ANY = `${DIGITS}${LETTERS}<`;

const upper = [LETTERS, ...Array.from({ length: LINE_LENGTH - 1 }, () => `${LETTERS}<`)];
const lower = [
  ...places(9, ANY),
  DIGITS,
  ...places(3, `${LETTERS}<`),
  // States that do not know a day of birth write fillers.
  ...places(6, `${DIGITS}<`),
  DIGITS,
  "MFX<",
  ...places(7, DIGITS),
  ...places(14, ANY),
  `${DIGITS}<`,
  DIGITS,
];
export const allowedAt: readonly [readonly string[], readonly string[]] = [upper, lower];

function places(count: number, characters: string): string[] {
  return Array.from({ length: count }, () => characters);
}

/** From where to where in the lower line; the digit stands behind. */
export const numberPlaces = [0, 9] as const;
export const personalPlaces = [28, 42] as const;

const weights = [7, 3, 1] as const;

export function checkDigit(text: string): string {
  const sum = Array.from(text).reduce(
    (total, character, index) => total + valueOf(character) * (weights[index % 3] ?? 0),
    0,
  );
  return String(sum % 10);
}

function valueOf(character: string): number {
  return character === "<" ? 0 : Number.parseInt(character, 36);
}

/** Which of the five are right. */
export function rightDigits(line2: string): Record<CheckedField, boolean> {
  const isRight = (from: number, to: number) => checkDigit(line2.slice(from, to)) === line2[to];
  const composite = line2.slice(0, 10) + line2.slice(13, 20) + line2.slice(21, 43);
  const noPersonal = /^<+$/.test(line2.slice(...personalPlaces));
  return {
    number: isRight(...numberPlaces),
    birth: isRight(13, 19),
    expiry: isRight(21, 27),
    personal: isRight(...personalPlaces) || (noPersonal && line2[42] === "<"),
    composite: checkDigit(composite) === line2[43],
  };
}

/** As a reading keeps them: '+' or '-' for each. */
export function digitsOf(line2: string): string {
  const right = rightDigits(line2);
  return checkedFields.map((field) => (right[field] ? "+" : "-")).join("");
}
