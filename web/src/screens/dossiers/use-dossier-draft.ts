import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { type PartSize, refusedProblems, USUAL_PART_SIZE } from "contract/dossier-parts";
import type { DossierPlan, PlanEntry } from "contract/dossier-plans";
import type { DossierKind } from "contract/dossier-recipes";
import type { BuildDossierInput } from "contract/dossiers";
import { useDossierPlan } from "#web/features/dossiers/dossiers.queries.ts";

/** What is decided so far about a dossier; nothing of it is stored before it is asked for. */
export type DossierDraft = {
  kind: DossierKind;
  plan: UseQueryResult<DossierPlan>;
  /** In the order of an answer; else those taken by a tick. */
  ticked: readonly number[];
  /** Keys of missing papers and numbers of documents that stay out. */
  leftOut: ReadonlySet<string>;
  words: Words;
  setWords: (words: Partial<Words>) => void;
  tick: (ids: readonly number[]) => void;
  leaveOut: (key: string, isOut: boolean) => void;
  input: () => BuildDossierInput;
};
export type Words = {
  title: string | null;
  addressee: string | null;
  reason: string;
  partMegabytes: PartSize;
  toFollow: boolean;
  newSince: number | null;
};

export function useDossierDraft(caseId: number, kind: DossierKind): DossierDraft {
  const [ticked, tick] = useState<readonly number[]>([]);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [words, setAll] = useState<Words>({
    title: null,
    addressee: null,
    reason: "",
    partMegabytes: USUAL_PART_SIZE,
    toFollow: false,
    newSince: null,
  });
  const plan = useDossierPlan({ caseId, kind, documents: ticked });
  return {
    kind,
    plan,
    ticked,
    leftOut,
    words,
    setWords: (some) => setAll((known) => ({ ...known, ...some })),
    tick,
    leaveOut: (key, isOut) =>
      setLeftOut((known) => {
        const next = new Set(known);
        if (isOut) next.add(key);
        else next.delete(key);
        return next;
      }),
    input: () => ({
      kind,
      title: words.title ?? plan.data?.title ?? "",
      addressee: words.addressee ?? plan.data?.addressee ?? "",
      documents: entriesIn(plan.data, leftOut).map(({ documentId }) => documentId),
      leftOut: [...leftOut],
      reason: words.reason.trim() || null,
      options: {
        partMegabytes: words.partMegabytes,
        toFollow: words.toFollow,
        newSince: words.newSince,
      },
    }),
  };
}

/** Those that go in, in their order. */
export function entriesIn(
  plan: DossierPlan | undefined,
  leftOut: ReadonlySet<string>,
): PlanEntry[] {
  return (plan?.sections ?? [])
    .flatMap(({ entries }) => entries)
    .filter(({ documentId }) => !leftOut.has(String(documentId)));
}

/** Files that cannot go in: each needs a word. */
export function refusedIn(plan: DossierPlan) {
  return plan.problems.filter(
    ({ documentId, problem }) =>
      documentId !== null && (refusedProblems as readonly string[]).includes(problem),
  );
}

export function isAnythingLeftOut({ plan, leftOut }: DossierDraft): boolean {
  return (plan.data?.missing.length ?? 0) > 0 || leftOut.size > 0;
}
