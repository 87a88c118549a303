import { unsavedInWindow } from "#web/ui/unsaved.ts";

/** What was typed and not sent, per case: closing the panel or looking at another case loses nothing. */
export type Draft = { message: string; file: File | null };

const drafts = new Map<number, Draft>();
let letGo: (() => void) | null = null;

export function draftOf(caseId: number): Draft {
  return drafts.get(caseId) ?? { message: "", file: null };
}

export function keepDraft(caseId: number, draft: Draft): void {
  if (draft.message === "" && draft.file === null) drafts.delete(caseId);
  else drafts.set(caseId, draft);
  if (drafts.size > 0) letGo ??= unsavedInWindow.hold();
  else {
    letGo?.();
    letGo = null;
  }
}
