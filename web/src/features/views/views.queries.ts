import { useMutation, useQuery } from "@tanstack/react-query";
import type { BodyInput } from "contract/endpoint";
import type { ViewScreen } from "contract/view-queries";
import { type View, viewsApi } from "contract/views";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { viewMessages as texts } from "#web/messages/views.ts";
import { toast } from "#web/ui/toast-store.ts";

export function useViews(screen: ViewScreen) {
  return useQuery(read(viewsApi.list, { query: { screen } }));
}

export function useCreateView() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof viewsApi.create>) => call(viewsApi.create, { body }),
    onSuccess: () => changed(texts.saved),
    onError: failureToast(texts.failedTitle, texts.failed),
  });
}

type Update = { readonly view: View; readonly changes: BodyInput<typeof viewsApi.update> };

export function useUpdateView() {
  return useMutation({
    mutationFn: ({ view, changes }: Update) =>
      call(viewsApi.update, {
        params: { id: view.id },
        body: changes,
        version: view.version,
      }),
    onSuccess: (_view, { changes }) => changed(changes.shared ? texts.wasShared : texts.saved),
    onError: failureToast(texts.failedTitle, texts.failed),
  });
}

export function useRemoveView() {
  return useMutation({
    mutationFn: (view: View) => call(viewsApi.remove, { params: { id: view.id } }),
    onSuccess: () => changed(texts.removed),
    onError: failureToast(texts.failedTitle, texts.failed),
  });
}

async function changed(description: string): Promise<void> {
  await invalidatePaths([viewsApi.list.path]);
  toast({ title: texts.done, description });
}
