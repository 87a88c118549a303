import { programLabels, programs } from "contract/case-parts";
/** Filters of a list of cases as they stand in its address (finding-and-moving.md 4.1). */
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import { messages } from "#web/messages/messages.ts";
import { useAddressTexts } from "#web/ui/use-address.ts";
import { type CaseFilters, type FilterName, filterNames } from "./case-list-address.ts";

const texts = messages.cases.filters;

const MOST_DAYS = 365;
const LONGEST_NATIONALITY = 100;

/** The filters of the address that are filters: what somebody typed there by hand is left out. */
export function useCaseFilters() {
  const [said, change] = useAddressTexts(filterNames);
  return {
    filters: knownFilters(said),
    change: (part: Partial<Record<FilterName, string | undefined>>) => change(part),
    clear: () => change(Object.fromEntries(chipNames.map((name) => [name, undefined]))),
  };
}

/** 'Needs attention' has a switch of its own instead of a chip. */
type ChipName = Exclude<FilterName, "attention">;
export const chipNames = filterNames.filter((name): name is ChipName => name !== "attention");

export function knownFilters(said: Partial<Record<FilterName, string>>): CaseFilters {
  const program = programs.find((known) => known === said.program);
  const status = statusesOf(said).join(",");
  const days = (text: string | undefined) =>
    text !== undefined && /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_DAYS
      ? text
      : undefined;
  return withoutEmpty({
    status,
    program,
    adviser: /^(?:me|(?:invitation-)?\d{1,10})$/.test(said.adviser ?? "")
      ? said.adviser
      : undefined,
    nationality: said.nationality?.slice(0, LONGEST_NATIONALITY),
    attention: said.attention === "true" ? "true" : undefined,
    unread: said.unread === "true" ? "true" : undefined,
    updatedWithin: days(said.updatedWithin),
    untouchedFor: days(said.untouchedFor),
  });
}

export function statusesOf({ status = "" }: { readonly status?: string }) {
  return caseStatuses.filter((known) => status.split(",").includes(known));
}

function withoutEmpty(filters: { [Name in FilterName]?: CaseFilters[Name] }): CaseFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as CaseFilters;
}

/** What a set filter says in its chip; an adviser is named by whoever knows people. */
export function filterText(name: Exclude<ChipName, "adviser">, filters: CaseFilters): string {
  switch (name) {
    case "status":
      return statusesOf(filters)
        .map((status) => caseStatusTexts[status].short)
        .join(", ");
    case "program":
      return filters.program === undefined ? "" : programLabels[filters.program];
    case "nationality":
      return filters.nationality ?? "";
    case "unread":
      return texts.unread;
    case "updatedWithin":
      return texts.updatedWithin(Number(filters.updatedWithin));
    case "untouchedFor":
      return texts.untouchedFor(Number(filters.untouchedFor));
  }
}
