/**
 * A check digit that is wrong because of two look-alikes is put right, if there is exactly one way to do so. A free
 * search for characters that fit would find some in many a wrong line; therefore only these pairs, and at most two cells.
 */
import { numberPlaces, personalPlaces, rightDigits } from "contract/passport-lines";
import type { Cell } from "./read-cells.ts";

const PAIRS = ["0O", "0Q", "0D", "1I", "2Z", "5S", "6G", "8B"];
const NEARER_THAN = 0.08;
const places = [numberPlaces, personalPlaces] as const;
const names = ["passportNumber", "personalNumber"] as const;

export type RepairedField = (typeof names)[number];
type Change = { place: number; character: string };

export function repairLine(
  line2: string,
  cells: readonly Cell[],
): { line: string; repaired: RepairedField[] } {
  const asRead = { line: line2, repaired: [] };
  const single = changesOf(line2, cells);
  const double = single.flatMap((one, index) =>
    single.slice(index + 1).map((other) => [one, other]),
  );
  const fitting = [...single.map((one) => [one]), ...double]
    .filter(([one, other]) => one?.place !== other?.place)
    .filter((changes) => isRight(changed(line2, changes)));
  // Right digits are no proof either: read as OO, two zeros side by side fit as well.
  if (isRight(line2)) return { line: line2, repaired: fieldsOf(fitting.flat()) };
  const [only] = fitting;
  if (!only || fitting.length > 1) return asRead;
  return { line: changed(line2, only), repaired: fieldsOf(only) };
}

function fieldsOf(changes: readonly Change[]): RepairedField[] {
  return names.filter((_, index) =>
    changes.some(({ place }) => place >= places[index]![0] && place < places[index]![1]),
  );
}

function isRight(line2: string): boolean {
  const { number, personal, composite } = rightDigits(line2);
  return number && personal && composite;
}

function changesOf(line2: string, cells: readonly Cell[]): Change[] {
  return places.flatMap(([from, to]) =>
    cells.slice(from, to).flatMap((cell, index) => {
      const place = from + index;
      return cell.others
        .filter(({ likeness }) => cell.likeness - likeness < NEARER_THAN)
        .map(({ character }) => ({ place, character }))
        .filter(({ character }) => arePair(line2[place] ?? "", character));
    }),
  );
}

function arePair(one: string, other: string): boolean {
  return PAIRS.includes(one + other) || PAIRS.includes(other + one);
}

function changed(line: string, changes: readonly Change[]): string {
  const characters = Array.from(line);
  for (const { place, character } of changes) characters[place] = character;
  return characters.join("");
}
