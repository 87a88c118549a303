import { caseStatusTexts } from "contract/case-status";
import type { ListedCase } from "contract/cases";
import { fullNameOf } from "#web/format/person.ts";
import { searchableText, wantedText } from "#web/ui/search-text.ts";

export type SearchableCase = { readonly caseFile: ListedCase; readonly haystack: string };

/** Prepared once per list, so that a keystroke only compares texts (C:35, D-056). */
export function prepareSearch(cases: readonly ListedCase[]): SearchableCase[] {
  return cases.map((caseFile) => ({ caseFile, haystack: haystackOf(caseFile) }));
}

/** Contains, ignoring case and outer spaces; an empty text finds everything. */
export function searchCases(prepared: readonly SearchableCase[], text: string): ListedCase[] {
  const needle = wantedText(text);
  const hits =
    needle === "" ? prepared : prepared.filter(({ haystack }) => haystack.includes(needle));
  return hits.map(({ caseFile }) => caseFile);
}

function haystackOf(caseFile: ListedCase): string {
  return searchableText([
    caseFile.caseId,
    caseFile.title,
    caseFile.status,
    caseStatusTexts[caseFile.status].label,
    caseFile.nationality,
    caseFile.createdBy === null ? "" : String(caseFile.createdBy),
    caseFile.createdByName,
    String(caseFile.numberOfApplicants),
    ...caseFile.assignedUsers.map((user) => fullNameOf(user) || user.email),
  ]);
}
