import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { activityApi, AUDIT_PAGE_SIZE, type InternalNote } from "contract/activity";
import { ApiError } from "#web/api/api-error.ts";
import { call, read } from "#web/api/client.ts";
import { queryClient } from "#web/api/query.ts";
import { urlOf } from "#web/api/request.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.activity;
type CaseOfActivity = { readonly id: number };

/**
 * Page after page, newest first; a full page means there may be more (D-143). Each goes on behind the last line of the
 * one before it, so that a line written meanwhile doubles and hides none.
 */
export function useAuditEvents(caseFile: CaseOfActivity) {
  const params = { id: caseFile.id };
  return useInfiniteQuery({
    queryKey: [urlOf(activityApi.list, { params })],
    queryFn: ({ pageParam }) =>
      call(activityApi.list, {
        params,
        query: {
          before: pageParam === null ? undefined : String(pageParam),
          limit: String(AUDIT_PAGE_SIZE),
        },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length === AUDIT_PAGE_SIZE ? last.at(-1)?.seq : undefined),
  });
}

export function useInternalNotes(caseFile: CaseOfActivity) {
  return useQuery(read(activityApi.listNotes, { params: { id: caseFile.id } }));
}

export function useAddNote(caseFile: CaseOfActivity) {
  const params = { id: caseFile.id };
  return useMutation({
    mutationFn: (message: string) => call(activityApi.createNote, { params, body: { message } }),
    onSuccess: (note) => {
      queryClient.setQueryData<InternalNote[]>(
        read(activityApi.listNotes, { params }).queryKey,
        (notes) => [note, ...(notes ?? []).filter((known) => known.id !== note.id)],
      );
      toast({ title: texts.noteAdded, description: texts.noteAddedText });
    },
    onError: failureToast(texts.noteFailedTitle, texts.noteFailed),
  });
}

/** What the dialog says about a failure; 403 has a sentence of its own (C:231). */
export function activityFailure(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status === 403 ? texts.adminOnly : fallback;
}
