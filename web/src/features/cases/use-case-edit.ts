import { useState } from "react";
import { type CaseFile, casesApi } from "contract/cases";
import { ApiError } from "#web/api/api-error.ts";
import { invalidatePaths } from "#web/api/query.ts";

/**
 * The case as an edit in a form began on it. While something is typed a live update must not move it: the server would
 * take what somebody else has saved for seen, and the edit would replace it without a word (P4, reliability 18).
 */
export function useCaseEdit(caseFile: CaseFile, dirtyFields: Record<string, unknown>) {
  const [basis, setBasis] = useState(caseFile);
  const [hasConflict, setHasConflict] = useState(false);
  const [isToldOf, setIsToldOf] = useState(false);
  // The form's own isDirty turns false when a live update brings new values, whatever has been typed.
  const isEditing = Object.values(dirtyFields).some(Boolean);
  if (basis !== caseFile && (!isEditing || isToldOf)) {
    setBasis(caseFile);
    setIsToldOf(false);
  }
  return {
    basis,
    isEditing,
    hasConflict,
    /** From now on the other's values are known here: saving again replaces them on purpose. */
    async acceptConflict(): Promise<void> {
      setHasConflict(true);
      setIsToldOf(true);
      await invalidatePaths([casesApi.list.path]);
    },
  };
}

/** What somebody else has saved in the fields that an edit wanted to change; null when that is not what went wrong. */
export function savedMeanwhile(error: unknown): Partial<CaseFile> | null {
  if (!(error instanceof ApiError) || error.code !== "edit.conflict") return null;
  return (error.current ?? {}) as Partial<CaseFile>;
}
