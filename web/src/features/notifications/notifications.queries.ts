import { type InfiniteData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { BodyInput } from "contract/endpoint";
import { type Notification, type NotificationPage, notificationsApi } from "contract/notifications";
import { call, read } from "#web/api/client.ts";
import { queryClient } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";

const texts = messages.notifications;
const listKey = [notificationsApi.list.path];
const countKey = read(notificationsApi.count).queryKey;

type Pages = InfiniteData<NotificationPage, string | undefined>;

/** Unread ones first, then the newest; more of them when they are asked for. */
export function useNotifications() {
  return useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) =>
      call(notificationsApi.list, { query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Each one once: between two pages one may have moved from the unread ones to the others. */
export function allOf(pages: readonly NotificationPage[]): readonly Notification[] {
  const byId = new Map<number, Notification>();
  for (const { items } of pages)
    for (const told of items) if (!byId.has(told.id)) byId.set(told.id, told);
  return [...byId.values()];
}

/** The next opening begins at the newest, however far back was read before. */
export function forgetOlder(): void {
  queryClient.setQueryData<Pages>(
    listKey,
    (known) =>
      known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
  );
}

export type Marking = BodyInput<typeof notificationsApi.markRead>;

/** They are read at once; when that fails they are unread again. */
export function useMarkNotifications() {
  return useMutation({
    mutationFn: (body: Marking) => call(notificationsApi.markRead, { body }),
    onMutate: async (body: Marking) => {
      // An answer that was asked for before would show them unread once more.
      await queryClient.cancelQueries({ queryKey: listKey });
      return markInCache(body);
    },
    onSuccess: setCount,
    onError: (error, _body, marked) => {
      unmarkInCache(marked ?? []);
      failureToast(texts.errorTitle, texts.markFailed)(error);
    },
  });
}

/** What the case screen has shown needs no telling any more; nobody has asked for it, so a failure is not told either. */
export async function markCaseSeen(caseId: number): Promise<number | null> {
  try {
    const answer = await call(notificationsApi.markRead, { body: { caseId } });
    setCount(answer);
    return answer.unread;
  } catch {
    return null;
  }
}

export function setCount(answer: { readonly unread: number }): void {
  queryClient.setQueryData(countKey, answer);
}

function isMeant({ id, lastAt }: Notification, { ids, all, seenAt }: Marking): boolean {
  if (seenAt !== undefined && lastAt > seenAt) return false;
  return all === true || (ids?.includes(id) ?? false);
}

function markInCache(body: Marking): readonly number[] {
  const known = queryClient.getQueryData<Pages>(listKey);
  const marked = allOf(known?.pages ?? [])
    .filter((told) => told.readAt === null && isMeant(told, body))
    .map(({ id }) => id);
  setReadAt(marked, new Date().toISOString());
  return marked;
}

function unmarkInCache(marked: readonly number[]): void {
  setReadAt(marked, null);
}

/** In the list, and in the count that the bell shows. */
function setReadAt(ids: readonly number[], readAt: string | null): void {
  queryClient.setQueryData<Pages>(
    listKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          items: page.items.map((told) => (ids.includes(told.id) ? { ...told, readAt } : told)),
        })),
      },
  );
  const change = readAt === null ? ids.length : -ids.length;
  queryClient.setQueryData(
    countKey,
    (known) => known && { unread: Math.max(0, known.unread + change) },
  );
}
