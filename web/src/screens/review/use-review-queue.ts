import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { QueryInput } from "contract/endpoint";
import { type QueueRow, type ReviewQueue, reviewsApi } from "contract/reviews";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths, queryClient } from "#web/api/query.ts";
import { displayNameOf } from "#web/format/person.ts";
import { reviewMessages as texts } from "#web/messages/review.ts";
import { toast } from "#web/ui/toast-store.ts";

export type QueueFilters = QueryInput<typeof reviewsApi.list>;

/** So many before the end of what is loaded the next page is read. */
const NEAR_END = 5;

/** The documents that wait, one after the other: which one is looked at, and which have been put off until later. */
export function useReviewQueue(filters: QueueFilters) {
  const key = [reviewsApi.list.path, "queue", JSON.stringify(filters)];
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call(reviewsApi.list, { query: { ...filters, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [decided] = useState(() => new Set<number>());
  const loaded = pages.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const rows = inOrder(loaded, skipped, decided);
  const index = rows.findIndex(({ document }) => document.id === currentId);
  // It has been decided, or taken away: the one that has come to its place is next.
  const [place, setPlace] = useState(0);
  const at = index >= 0 ? index : Math.min(place, Math.max(0, rows.length - 1));
  const current = rows[at] ?? null;
  if (current !== null && current.document.id !== currentId) setCurrentId(current.document.id);
  if (index >= 0 && index !== place) setPlace(index);
  useTellDecidedElsewhere({ loaded, currentId, decided });

  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const isNearEnd = at >= rows.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, isError, fetchNextPage]);

  const total = Math.max(
    rows.length,
    (pages.data?.pages.at(-1)?.total ?? 0) - countIn(loaded, decided),
  );
  const go = (by: number) => {
    const target = rows[at + by];
    if (target) setCurrentId(target.document.id);
  };
  return {
    current,
    /** The one after it, which is fetched ahead. */
    following: rows[at + 1] ?? null,
    place: at + 1,
    total,
    isPending: pages.isPending,
    isError: pages.isError && pages.data === undefined,
    isFetching,
    retry: () => void pages.refetch(),
    go,
    /** Moves it to the end of this visit. */
    skip: () => {
      if (current === null) return;
      const { id } = current.document;
      setSkipped((before) => [...before.filter((known) => known !== id), id]);
      const next = rows[at + 1];
      if (next) setCurrentId(next.document.id);
    },
    /** Takes it out at once; the server's answer about the queue comes later. */
    leave: (id: number) => {
      decided.add(id);
      const next = rows[at + 1] ?? rows[at - 1];
      setCurrentId(next?.document.id ?? null);
      queryClient.setQueryData<{ pages: ReviewQueue[]; pageParams: unknown[] }>(
        key,
        (known) => known && { ...known, pages: known.pages.map((page) => without(page, id)) },
      );
    },
    /** Brings it back as the one looked at. */
    comeBack: async (id: number) => {
      decided.delete(id);
      await invalidatePaths([reviewsApi.list.path]);
      setCurrentId(id);
    },
    readAnew: () => invalidatePaths([reviewsApi.list.path]),
  };
}

/** What has been put off comes after everything else, in the order in which it was. */
function inOrder(
  loaded: readonly QueueRow[],
  skipped: readonly number[],
  decided: ReadonlySet<number>,
): QueueRow[] {
  const waiting = loaded.filter(({ document }) => !decided.has(document.id));
  const later = skipped.flatMap((id) => waiting.find(({ document }) => document.id === id) ?? []);
  return [...waiting.filter(({ document }) => !skipped.includes(document.id)), ...later];
}

function countIn(loaded: readonly QueueRow[], decided: ReadonlySet<number>): number {
  return loaded.filter(({ document }) => decided.has(document.id)).length;
}

function without(page: ReviewQueue, id: number): ReviewQueue {
  const rows = page.rows.filter(({ document }) => document.id !== id);
  return { ...page, rows, total: page.total - 1 };
}

type Watched = {
  readonly loaded: readonly QueueRow[];
  readonly currentId: number | null;
  readonly decided: ReadonlySet<number>;
};

/** The document that somebody looks at has left the queue, and not by his own decision: says whose it was. */
function useTellDecidedElsewhere({ loaded, currentId, decided }: Watched): void {
  const looked = useRef<number | null>(null);
  useEffect(() => {
    const before = looked.current;
    looked.current = currentId;
    if (before === null || before === currentId || decided.has(before)) return;
    if (!loaded.some(({ document }) => document.id === before)) void tellWho(before);
  }, [currentId, loaded, decided]);
}

async function tellWho(id: number): Promise<void> {
  const reviews = read(reviewsApi.listOfDocument, { params: { id } });
  const [latest] = await queryClient.fetchQuery(reviews).catch(() => []);
  const name = latest?.by ? displayNameOf(latest.by) : texts.somebody;
  toast({ title: texts.elsewhere(name), variant: "info" });
}
