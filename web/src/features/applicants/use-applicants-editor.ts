import { useState } from "react";
import { applicantMessages, findApplicantProblem } from "contract/applicants";
import {
  type ApplicantFields,
  type ApplicantRow,
  areSameRows,
  collides,
  editRow,
  fieldsOf,
  noEdits,
  onlyPersonEdit,
  type RowEdits,
  rowsOf,
  withEdits,
} from "./applicant-rows.ts";
import {
  type CaseOfApplicants,
  useSaveApplicants,
  useUpdateApplicant,
} from "./applicants.queries.ts";
import { useSeededApplicants } from "./use-seeded-applicants.ts";

/** Reads the applicants and keeps what is typed until it is saved. */
export function useApplicantsEditor(caseFile: CaseOfApplicants) {
  const { stored, isSeeding } = useSeededApplicants(caseFile);
  const save = useSaveApplicants(caseFile);
  const update = useUpdateApplicant(caseFile);
  const [edits, setEdits] = useState<RowEdits>(noEdits);

  const saved = stored.data === undefined ? [] : rowsOf(stored.data, caseFile.numberOfApplicants);
  const rows = withEdits(saved, edits);
  const isChanged = !areSameRows(rows, saved);
  const discard = () => setEdits(noEdits);

  /** The versions are those on the screen: what somebody else saves in between is a conflict, and nothing typed is lost. */
  const send = () => {
    const person = onlyPersonEdit(saved, rows);
    if (person === null)
      return save.mutate(
        rows.map(({ id, version, ...row }) => ({
          ...fieldsOf(row),
          id,
          version,
          fullName: row.fullName.trim(),
          residences: row.residences === null ? null : [...row.residences],
        })),
        { onSuccess: discard },
      );
    const { version, fullName, dateOfBirth } = person.row;
    update.mutate(
      { id: person.id, version, fullName: fullName.trim(), dateOfBirth },
      { onSuccess: discard },
    );
  };

  return {
    rows,
    isChanged,
    problem: findApplicantProblem(rows, { allowBlankNames: false }),
    /** Said at the row itself once its name has been taken away (C:140). */
    nameProblem: ({ key, fullName }: ApplicantRow) =>
      fullName.trim() === "" && edits.get(key)?.fields.fullName !== undefined
        ? applicantMessages.nameMissing
        : undefined,
    isPending: stored.isPending,
    isError: stored.isError,
    retry: () => void stored.refetch(),
    isSeeding,
    isSaving: save.isPending || update.isPending,
    isChangedElsewhere: isChanged && collides(saved, edits),
    change: (row: ApplicantRow, fields: Partial<ApplicantFields>) =>
      setEdits((before) =>
        editRow(before, saved.find(({ key }) => key === row.key) ?? row, fields),
      ),
    discard,
    save: send,
  };
}
