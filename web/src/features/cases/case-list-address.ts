/** What a list of cases is asked for. Apart from the list's own code, so that it can be asked for before that is there. */
import type { caseListsApi, CasePageQuery } from "contract/case-lists";
import type { CaseOrder } from "contract/case-order";
import { withQuery } from "#web/api/request.ts";

/** Narrows the list besides the search; as the address holds it. */
export type CaseFilters = {
  readonly status?: string;
  readonly program?: CasePageQuery["program"];
  readonly adviser?: string;
  readonly nationality?: string;
  /** What waits for staff; it has a switch of its own. */
  readonly attention?: "true";
  readonly unread?: "true";
  readonly updatedWithin?: string;
  readonly untouchedFor?: string;
};

export const filterNames = [
  "status",
  "program",
  "adviser",
  "nationality",
  "attention",
  "unread",
  "updatedWithin",
  "untouchedFor",
] as const satisfies (keyof CaseFilters)[];
export type FilterName = (typeof filterNames)[number];

/** The words of the address that a saved list of cases is made of. */
export const viewNames = ["q", ...filterNames, "sort", "order", "groupBy"] as const;

export type CaseListChoice = CaseOrder & { readonly q: string; readonly filters: CaseFilters };

const pagePath = "/api/cases/page" satisfies typeof caseListsApi.page.path;
const countsPath = "/api/cases/counts" satisfies typeof caseListsApi.counts.path;

export function countsQuery({ q, filters, groupBy }: CaseListChoice) {
  return { groupBy, q: q || undefined, ...filters };
}

export function pageQuery(choice: CaseListChoice) {
  return { ...countsQuery(choice), sort: choice.sort, order: choice.order };
}

/** The two calls that a list begins with. */
export function firstCaseReads(choice: CaseListChoice): string[] {
  return [withQuery(countsPath, countsQuery(choice)), withQuery(pagePath, pageQuery(choice))];
}
