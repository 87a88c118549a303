/** What of a passport lies in the database: sealed under the key of its case, and bound to the row of the reading. */
import { openUnder, sealUnder } from "#server/files/case-seal.ts";
import { openCaseKey } from "#server/files/keys.ts";

export type ReadLines = {
  lines: [string, string];
  /** Fields that were repaired, or stand on a cell that hardly looks like its character. */
  doubtful: readonly string[];
};

/** The wrapped key of the case; null for a case without one, of which nothing can be sealed. */
type Sealed = { id: number; caseId: number; caseKey: Buffer | null };

export function sealLines(caseKey: Buffer, id: number, read: ReadLines): Buffer {
  return sealUnder(caseKey, JSON.stringify(read), placeOf(id, "lines"));
}

export function openLines({
  sealedLines,
  ...row
}: Sealed & { sealedLines: Buffer | null }): ReadLines | null {
  return openAs<ReadLines>(row, "lines", sealedLines);
}

/** Of one value that was taken: what stood there before, and what was put in its place. */
export type FormerValue = { before: Values; after: Values };
type Values = Readonly<Record<string, string | number | null>>;
export type FormerValues = Readonly<Record<string, FormerValue>>;

export function sealFormer(caseKey: Buffer, id: number, former: FormerValues): Buffer {
  return sealUnder(caseKey, JSON.stringify(former), placeOf(id, "former"));
}

export function openFormer({
  sealedFormer,
  ...row
}: Sealed & { sealedFormer: Buffer | null }): FormerValues {
  return openAs<FormerValues>(row, "former", sealedFormer) ?? {};
}

type What = "lines" | "former";

function openAs<Content>({ id, caseId, caseKey }: Sealed, what: What, sealed: Buffer | null) {
  if (sealed === null || caseKey === null) return null;
  const key = openCaseKey({ caseId, wrappedKey: caseKey });
  return JSON.parse(openUnder(key, sealed, placeOf(id, what))) as Content;
}

function placeOf(id: number, what: What): string {
  return `reading:${id}:${what}`;
}
