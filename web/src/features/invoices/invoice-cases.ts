import type { CaseRow } from "contract/case-lists";
import type { CaseFile } from "contract/cases";
import type { ChoiceSearch } from "#web/ui/choice-search.ts";

type CaseName = Pick<CaseRow, "id" | "caseId" | "title">;

/** The cases that an invoice may be for; a case is picked by its code. */
export type InvoiceCases = ChoiceSearch<CaseName> & {
  readonly pick: (caseCode: string) => void;
  /** What was picked last, with its fee and salutation; null until it has been read. */
  readonly chosen: CaseFile | null;
  readonly isLost: boolean;
};
