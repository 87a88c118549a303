import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CHOICE_WAIT_MS, CHOICES_AT_ONCE, type ChoiceSearch } from "#web/ui/choice-search.ts";
import { useDelayed } from "#web/ui/use-delayed.ts";

type Page<Choice> = { readonly rows: Choice[]; readonly next: string | null };
type ChoiceQuery = { q: string | undefined; limit: string; after?: string | undefined };
type ChoiceSource<Choice> = {
  /** Of the call, so that changes of what it answers are heard. */
  readonly path: string;
  readonly read: (query: ChoiceQuery, signal: AbortSignal) => Promise<Page<Choice>>;
};

/** What a call finds for the typed words, a few at a time, whatever the number of all. */
export function useChoices<Choice>({
  path,
  read,
}: ChoiceSource<Choice>): ChoiceSearch<Choice> & { readonly isEverything: boolean } {
  const [needle, setNeedle] = useState("");
  const settled = useDelayed(needle.trim(), CHOICE_WAIT_MS);
  const pages = useInfiniteQuery({
    queryKey: [path, "choices", settled],
    queryFn: ({ pageParam, signal }) =>
      read({ q: settled || undefined, limit: String(CHOICES_AT_ONCE), after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Others add and rename meanwhile: the same words are asked anew.
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
    isEverything: !pages.hasNextPage,
    showMore: mayGoOn ? () => void pages.fetchNextPage() : null,
  };
}
