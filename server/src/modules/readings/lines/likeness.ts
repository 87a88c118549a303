/** How much the 88 cells are like the glyphs they were read as, from 0 to 1000 (decisions 2 and 16). */

/** Below it a band is none: pages of text and cards of three lines stay under it, passports above. */
export const LEAST_LIKENESS = 720;
/** At least this, or nothing is called right: five right check digits alone are no proof. */
export const CERTAIN_LIKENESS = 880;

type Seen = { digits: string; likeness: number; doubtful: readonly string[] };

/** Anything less than certain is partial. */
export function stateOf({ digits, likeness, doubtful }: Seen): "read" | "partial" {
  const isCertain = digits === "+++++" && likeness >= CERTAIN_LIKENESS && doubtful.length === 0;
  return isCertain ? "read" : "partial";
}
