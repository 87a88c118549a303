/** What is typed into a search, compared with search keys (contract/src/fold.ts). */
import { fold, searchKey } from "contract/fold";

/** Matches the keys that contain it; null for a needle that leaves nothing to look for. */
export function patternOf(needle: string): string | null {
  const folded = fold(needle);
  if (folded === "") return null;
  return `%${searchKey([folded]).replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
