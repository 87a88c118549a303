/** The paper that is photographed: where its document goes, and what it is called. */
export type CaptureTarget = {
  /** The code of the case. */
  readonly caseId: string;
  /** What the document will be called, as 'Passport'. */
  readonly label: string;
  readonly upload: {
    readonly category?: string | null;
    readonly assignedTo?: number | null;
    readonly country?: string | null;
    readonly extraItemId?: number | null;
    /** Where changes were asked for. */
    readonly replaces?: number | null;
  };
};

/** The text parts of the upload: what a document stands in for, or was asked for by hand, says all the rest. */
export function fieldsOf(
  upload: CaptureTarget["upload"],
): Readonly<Record<string, string | number | null>> {
  const { category = null, assignedTo = null, country = null, extraItemId, replaces } = upload;
  if (replaces) return { replaces };
  if (extraItemId) return { extraItemId };
  return { category, assignedTo, country };
}
