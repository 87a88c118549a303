/** What may stand at which place of the two lines (ICAO 9303, part 4, TD3). */
import { LINE_LENGTH } from "contract/reading-parts";

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
