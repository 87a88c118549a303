import { useEffect } from "react";
import { seedApplicants } from "contract/applicants";
import { type CaseOfApplicants, useApplicants, useSeedApplicants } from "./applicants.queries.ts";

/** Cases whose first rows are on their way: dialog and tab may ask at the same moment. */
const underWay = new Set<number>();

/** The applicants of a case; one that has none gets its first rows, once (C:114). */
export function useSeededApplicants(caseFile: CaseOfApplicants) {
  const stored = useApplicants(caseFile);
  const seed = useSeedApplicants(caseFile);
  const { mutateAsync: startSeeding } = seed;
  const isEmpty = stored.data?.length === 0 && caseFile.numberOfApplicants > 0;
  useEffect(() => {
    if (!isEmpty || underWay.has(caseFile.id)) return;
    underWay.add(caseFile.id);
    startSeeding(seedApplicants(caseFile))
      // A toast has told it; opening the case again tries again.
      .catch(() => undefined)
      .finally(() => underWay.delete(caseFile.id));
  }, [isEmpty, caseFile, startSeeding]);

  return { stored, isSeeding: seed.isPending || (isEmpty && !seed.isError) };
}
