/** Cases to choose from, found by title, code or nationality. */
import { useState } from "react";
import { caseListsApi, type CaseRow } from "contract/case-lists";
import { call } from "#web/api/client.ts";
import type { ChoiceSearch } from "#web/ui/choice-search.ts";
import { useCase } from "./cases.queries.ts";
import { useChoices } from "./use-choices.ts";

export function useCaseSearch(): ChoiceSearch<CaseRow> {
  return useChoices({
    path: caseListsApi.page.path,
    read: ({ q, ...query }, signal) =>
      call(caseListsApi.page, { query: { q: q && searchedFor(q), ...query }, signal }),
  });
}

/** Somebody may type a choice as the dialog shows it, code and title: its code finds it. */
function searchedFor(needle: string): string {
  return /^(\S*\d\S*) - /.exec(needle)?.[1] ?? needle;
}

/** One of them, read with everything that a list leaves out as soon as it is picked. */
export function useCaseChoice(first: string | null = null) {
  const search = useCaseSearch();
  const [code, pick] = useState(first);
  const { data, isError } = useCase(code);
  return { ...search, pick, chosen: data?.case ?? null, isLost: isError };
}
