import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { casesApi } from "contract/cases";
import type { BodyInput } from "contract/endpoint";
import { sessionApi } from "contract/session";
import { type Invitation, type User, usersApi } from "contract/users";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.users;

/** A bureau of this size or a smaller one is read at once. */
const USERS_AT_ONCE = 100;

/** Users by name, as far as they have been asked for: everybody, or whom a search finds. */
export function useUserPages(search: string) {
  const q = search.trim() || undefined;
  const pages = useInfiniteQuery({
    queryKey: [usersApi.page.path, "list", q ?? ""],
    queryFn: ({ pageParam, signal }) => {
      const query = { q, limit: String(USERS_AT_ONCE), after: pageParam };
      return call(usersApi.page, { query, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // The old result stays until the new one is there.
    placeholderData: keepPreviousData,
  });
  return { ...pages, users: pages.data?.pages.flatMap(({ rows }) => rows) };
}

/** Reads on until the user that a link points at is there; true when there is no such user. */
export function useSoughtUser(
  id: number | null,
  { users, hasNextPage, isFetching, isError, fetchNextPage }: ReturnType<typeof useUserPages>,
): boolean {
  const isMissing = id !== null && users !== undefined && !users.some((user) => user.id === id);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage]);
  return isMissing && !hasNextPage;
}

/** Those who have not registered yet; used ones are users by now (D-124). */
export function usePendingInvitations() {
  return useQuery({
    ...read(usersApi.listInvitations),
    select: (all) => all.filter((invitation) => !invitation.isUsed),
  });
}

export function useInvite() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof usersApi.invite>) => call(usersApi.invite, { body }),
    onSuccess: async ({ invitation }, { selectedCases }) => {
      toast({
        title: texts.inviteDialog.done,
        description: texts.inviteDialog.doneText(invitation.email, selectedCases?.length ?? 0),
      });
      await invalidatePaths([usersApi.listInvitations.path, casesApi.list.path]);
    },
    onError: failureToast(texts.inviteDialog.failedTitle, texts.inviteDialog.failed),
  });
}

export function useUpdateUser() {
  return useMutation({
    mutationFn: ({ user, body }: { user: User; body: BodyInput<typeof usersApi.update> }) =>
      call(usersApi.update, { params: { id: user.id }, body }),
    onSuccess: async () => {
      toast({ title: texts.editDialog.done, description: texts.editDialog.doneText });
      await invalidatePaths([usersApi.list.path, casesApi.list.path, sessionApi.getUser.path]);
    },
    onError: failureToast(texts.editDialog.failedTitle, texts.editDialog.failed),
  });
}

export function useRemoveUser() {
  return useMutation({
    mutationFn: (user: User) => call(usersApi.remove, { params: { id: user.id } }),
    onSuccess: async () => {
      toast({ title: texts.removeDialog.done, description: texts.removeDialog.doneText });
      await invalidatePaths([usersApi.list.path, casesApi.list.path]);
    },
    onError: failureToast(texts.removeDialog.failed, texts.removeDialog.failed),
  });
}

type AccessAction = "unlock" | "signOut" | "sendResetLink" | "removeFactors" | "tryMails";

/** What an admin does for somebody who cannot get in, must not stay in, or whom mails do not reach. */
export function useAccessAction(action: AccessAction) {
  const { done, doneText, failed } = texts.access[action];
  return useMutation({
    mutationFn: (user: User) => call(usersApi[action], { params: { id: user.id } }),
    onSuccess: async (_, { email }) => {
      toast({ title: done, description: doneText(email) });
      if (action === "tryMails") await invalidatePaths([usersApi.list.path]);
    },
    onError: failureToast(failed, failed),
  });
}

export function useResendInvitation() {
  return useMutation({
    mutationFn: (invitation: Invitation) =>
      call(usersApi.resendInvitation, { params: { id: invitation.id } }),
    onSuccess: async (_, { email }) => {
      toast({ title: texts.resent, description: texts.resentText(email) });
      await invalidatePaths([usersApi.listInvitations.path]);
    },
    onError: failureToast(texts.resendFailed, texts.resendFailed),
  });
}

export function useRemoveInvitation() {
  return useMutation({
    mutationFn: (invitation: Invitation) =>
      call(usersApi.removeInvitation, { params: { id: invitation.id } }),
    onSuccess: async () => {
      toast({ title: texts.withdrawDialog.done, description: texts.withdrawDialog.doneText });
      await invalidatePaths([usersApi.listInvitations.path, casesApi.list.path]);
    },
    onError: failureToast(texts.withdrawDialog.failed, texts.withdrawDialog.failed),
  });
}
