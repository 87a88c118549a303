/** What was typed and not sent, per case: closing the panel or looking at another case loses nothing. */
export type Draft = { message: string; file: File | null };

const drafts = new Map<number, Draft>();

export function draftOf(caseId: number): Draft {
  return drafts.get(caseId) ?? { message: "", file: null };
}

export function keepDraft(caseId: number, draft: Draft): void {
  if (draft.message === "" && draft.file === null) drafts.delete(caseId);
  else drafts.set(caseId, draft);
}
