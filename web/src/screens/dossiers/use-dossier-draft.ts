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

type Decided = Pick<DossierDraft, "ticked" | "leftOut" | "words">;

const nothingYet: Decided = {
  ticked: [],
  leftOut: new Set(),
  words: {
    title: null,
    addressee: null,
    reason: "",
    partMegabytes: USUAL_PART_SIZE,
    toFollow: false,
    newSince: null,
  },
};

/** Each kind keeps what was decided about it. */
export function useDossierDraft(caseId: number, kind: DossierKind): DossierDraft {
  const [byKind, setByKind] = useState<Partial<Record<DossierKind, Decided>>>({});
  const { ticked, leftOut, words } = byKind[kind] ?? nothingYet;
  const decide = (change: (known: Decided) => Partial<Decided>) =>
    setByKind((all) => {
      const known = all[kind] ?? nothingYet;
      return { ...all, [kind]: { ...known, ...change(known) } };
    });
  const plan = useDossierPlan({ caseId, kind, documents: ticked });
  return {
    kind,
    plan,
    ticked,
    leftOut,
    words,
    setWords: (some) => decide((known) => ({ words: { ...known.words, ...some } })),
    tick: (ids) => decide(() => ({ ticked: ids })),
    leaveOut: (key, isOut) =>
      decide((known) => {
        const next = new Set(known.leftOut);
        if (isOut) next.add(key);
        else next.delete(key);
        return { leftOut: next };
      }),
    input: () => ({
      kind,
      title: words.title ?? plan.data?.title ?? "",
      addressee: words.addressee ?? plan.data?.addressee ?? "",
      documents: inAnswerOrder(entriesIn(plan.data, leftOut), { kind, ticked }).map(
        ({ documentId }) => documentId,
      ),
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

/** An answer has the order in which its papers were put; the portal hears of it a moment later. */
export function inAnswerOrder(
  entries: readonly PlanEntry[],
  { kind, ticked }: Pick<DossierDraft, "kind" | "ticked">,
): readonly PlanEntry[] {
  if (kind !== "answer") return entries;
  return ticked.flatMap((id) => entries.filter(({ documentId }) => documentId === id));
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
