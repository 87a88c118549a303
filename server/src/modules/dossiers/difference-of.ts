/** What is new in a dossier since an earlier one, what was replaced, what is gone. Pure. */
import { type DifferenceEntry } from "contract/dossier-plans";

export type ComparedPaper = {
  chainId: number;
  fileSha256: string;
  label: string;
  personName: string | null;
  firstPage: number | null;
};

/** By their chain of versions, then by their bytes: a file deleted and uploaded again is the same. */
export function differenceOf(
  earlier: readonly ComparedPaper[],
  later: readonly ComparedPaper[],
): DifferenceEntry[] {
  const left = new Set(earlier);
  const take = (isIt: (paper: ComparedPaper) => boolean) => {
    const found = [...left].find(isIt);
    if (found) left.delete(found);
    return found;
  };
  const partners = new Map<ComparedPaper, ComparedPaper>();
  for (const rule of [isSameVersion, isSameChain, isSameFile]) {
    for (const paper of later) {
      if (partners.has(paper)) continue;
      const partner = take((other) => rule(paper, other));
      if (partner) partners.set(paper, partner);
    }
  }
  return [
    ...later.map((paper) => entryOf(partners.get(paper), paper)),
    ...[...left].map((paper) => ({
      ...about(paper),
      change: "gone" as const,
      pages: pagesOf(paper),
    })),
  ];
}

type Rule = (one: ComparedPaper, other: ComparedPaper) => boolean;
const isSameChain: Rule = (one, other) => one.chainId === other.chainId;
const isSameFile: Rule = (one, other) => one.fileSha256 === other.fileSha256;
const isSameVersion: Rule = (one, other) => isSameChain(one, other) && isSameFile(one, other);

function entryOf(before: ComparedPaper | undefined, paper: ComparedPaper): DifferenceEntry {
  const change = !before ? "new" : isSameFile(before, paper) ? "same" : "replaced";
  return { ...about(paper), change, pages: [before?.firstPage ?? null, paper.firstPage] };
}

function about({ label, personName }: ComparedPaper) {
  return { label, person: personName };
}

function pagesOf({ firstPage }: ComparedPaper): [number | null, null] {
  return [firstPage, null];
}
