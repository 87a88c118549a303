import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MOST_HITS, searchApi, type SearchKind } from "contract/search";
import { read } from "#web/api/client.ts";
import { CHOICE_WAIT_MS } from "#web/ui/choice-search.ts";
import { useDelayed } from "#web/ui/use-delayed.ts";

/** Two letters begin so many words that it is better to wait for the third. */
const WAIT_FOR_MORE_MS = 250;
const FEW_LETTERS = 3;

/** What was typed, once no further key follows; nothing is asked before. */
export function useSettled(needle: string): string {
  return useDelayed(needle, needle.length < FEW_LETTERS ? WAIT_FOR_MORE_MS : CHOICE_WAIT_MS);
}

/** What is under way is given up when another needle is asked for; what was found stays until then. */
export function useSearch(needle: string, kind: SearchKind | null) {
  const query = { q: needle, ...(kind ? { kind } : {}) };
  return useQuery({
    ...read(searchApi.find, { query }),
    ...forAMoment,
    enabled: needle !== "",
    placeholderData: keepPreviousData,
  });
}

export function useMoreHits(needle: string, kind: SearchKind, isWanted: boolean) {
  const query = { q: needle, kind, limit: String(MOST_HITS) };
  return useQuery({ ...read(searchApi.find, { query }), ...forAMoment, enabled: isWanted });
}

/** Others write meanwhile: the same words are asked anew. */
const forAMoment = { staleTime: 0, gcTime: 10_000 } as const;
