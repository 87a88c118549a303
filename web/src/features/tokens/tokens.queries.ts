import { useMutation, useQuery } from "@tanstack/react-query";
import { type BodyInput, pathOf } from "contract/endpoint";
import { type Token, tokensApi } from "contract/tokens";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { tokenMessages as texts } from "#web/messages/tokens.ts";
import { toast } from "#web/ui/toast-store.ts";

export function useTokensOfUser(id: number) {
  return useQuery(read(tokensApi.listOfUser, { params: { id } }));
}

export function useCreateToken() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof tokensApi.create>) => call(tokensApi.create, { body }),
    onSuccess: () => changed(tokensApi.list.path, texts.wasCreated),
    onError: failureToast(texts.errorTitle, texts.createFailed),
  });
}

/** One's own, or with the number of a user his. */
export function useRevokeToken(userId: number | null) {
  return useMutation({
    mutationFn: ({ id }: Token) =>
      userId === null
        ? call(tokensApi.remove, { params: { id } })
        : call(tokensApi.removeOfUser, { params: { id: userId, tokenId: id } }),
    onSuccess: () =>
      changed(
        userId === null ? tokensApi.list.path : pathOf(tokensApi.listOfUser, { id: userId }),
        texts.wasRevoked,
      ),
    onError: failureToast(texts.errorTitle, texts.revokeFailed),
  });
}

async function changed(path: string, description: string): Promise<void> {
  await invalidatePaths([path]);
  toast({ title: texts.success, description });
}
