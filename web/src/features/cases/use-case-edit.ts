import { useState } from "react";
import { programLabels } from "contract/case-parts";
import { caseStatusTexts } from "contract/case-status";
import { type CaseFile, casesApi } from "contract/cases";
import { ApiError } from "#web/api/api-error.ts";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { formatMoney } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import type { CaseFieldName } from "./case-fields.tsx";

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
    /** Says under the fields why nothing was saved; true when that was because somebody else has saved meanwhile. */
    async tellProblems<Name extends CaseFieldName>(
      error: unknown,
      names: readonly Name[],
      setError: (name: Name, problem: { message: string }) => void,
    ): Promise<boolean> {
      const saved = savedMeanwhile(error);
      if (saved === null) {
        showFieldErrors(error, names, setError);
        return false;
      }
      // From now on the other's values are known here: saving again replaces them on purpose.
      setHasConflict(true);
      setIsToldOf(true);
      await invalidatePaths([casesApi.list.path]);
      for (const name of names.filter((field) => field in saved))
        setError(name, { message: messages.cases.savedMeanwhile(shownValue(name, saved)) });
      return true;
    },
  };
}

/** What somebody else has saved in the fields that an edit wanted to change; null when that is not what went wrong. */
export function savedMeanwhile(error: unknown): Partial<CaseFile> | null {
  if (!(error instanceof ApiError) || error.code !== "edit.conflict") return null;
  return (error.current ?? {}) as Partial<CaseFile>;
}

function shownValue(name: CaseFieldName, saved: Partial<CaseFile>): string {
  const value = saved[name] ?? "";
  if (name === "status" && saved.status) return caseStatusTexts[saved.status].label;
  if (name === "citizenshipProgram" && saved.citizenshipProgram)
    return programLabels[saved.citizenshipProgram];
  if (name === "citizenshipFee" || name === "fiuFee") return formatMoney(Number(value));
  return String(value);
}
