/** The check digits of a passport's two lines (ICAO 9303, part 3 and 4, TD3). */

/** number, birth, expiry, personal, composite: the order of a reading's digits. */
export const checkedFields = ["number", "birth", "expiry", "personal", "composite"] as const;
export type CheckedField = (typeof checkedFields)[number];

/** From where to where in the lower line; the digit stands behind. */
export const numberPlaces = [0, 9] as const;
export const personalPlaces = [28, 42] as const;
const birthPlaces = [13, 19] as const;
const expiryPlaces = [21, 27] as const;

/** Where the digit of each stands in the lower line. */
export const digitPlaces: Readonly<Record<CheckedField, number>> = {
  number: numberPlaces[1],
  birth: birthPlaces[1],
  expiry: expiryPlaces[1],
  personal: personalPlaces[1],
  composite: 43,
};

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
  const isRight = ([from, to]: readonly [number, number]) =>
    checkDigit(line2.slice(from, to)) === line2[to];
  const composite = line2.slice(0, 10) + line2.slice(13, 20) + line2.slice(21, 43);
  const noPersonal = /^<+$/.test(line2.slice(...personalPlaces));
  return {
    number: isRight(numberPlaces),
    birth: isRight(birthPlaces),
    expiry: isRight(expiryPlaces),
    personal: isRight(personalPlaces) || (noPersonal && line2[personalPlaces[1]] === "<"),
    composite: checkDigit(composite) === line2[digitPlaces.composite],
  };
}

/** As a reading keeps them: '+' or '-' for each. */
export function digitsOf(line2: string): string {
  const right = rightDigits(line2);
  return checkedFields.map((field) => (right[field] ? "+" : "-")).join("");
}
