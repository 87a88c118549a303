/** Cases to choose from: found by title, code or nationality, a few at a time, whatever their number. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { caseListsApi, type CaseRow } from "contract/case-lists";
import { call } from "#web/api/client.ts";
import { urlOf } from "#web/api/request.ts";
import { CHOICE_WAIT_MS, CHOICES_AT_ONCE, type ChoiceSearch } from "#web/ui/choice-search.ts";
import { useDelayed } from "#web/ui/use-delayed.ts";
import { useCase } from "./cases.queries.ts";

export function useCaseSearch(): ChoiceSearch<CaseRow> {
  const [needle, setNeedle] = useState("");
  const settled = useDelayed(needle.trim(), CHOICE_WAIT_MS);
  const query = { q: searchedFor(settled) || undefined, limit: String(CHOICES_AT_ONCE) };
  const pages = useInfiniteQuery({
    queryKey: [urlOf(caseListsApi.page, { query }), "choices"],
    queryFn: ({ pageParam, signal }) =>
      call(caseListsApi.page, { query: { ...query, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Others open and rename cases meanwhile: the same words are asked anew.
    staleTime: 0,
    gcTime: 0,
  });
  // What has failed once is not asked again and again by a list that stands at its end.
  const mayGoOn = pages.hasNextPage && !pages.isFetching && !pages.isError;
  return {
    needle,
    setNeedle,
    found: pages.data?.pages.flatMap(({ rows }) => rows) ?? [],
    isPending: pages.isPending,
    isSettled: settled === needle.trim() && !pages.isPending && !pages.isPlaceholderData,
    isError: pages.isError,
    showMore: mayGoOn ? () => void pages.fetchNextPage() : null,
  };
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
