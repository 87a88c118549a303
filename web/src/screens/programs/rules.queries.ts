import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type PreviewRuleInput,
  type Rule,
  type RuleInput,
  rulesApi,
  type UpdateRuleInput,
} from "contract/rules";
import { ApiError } from "#web/api/api-error.ts";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { programMessages as texts } from "#web/messages/programs.ts";
import { toast } from "#web/ui/toast-store.ts";

/** All of both programs, the retired ones too. */
export function useRules() {
  return useQuery(read(rulesApi.list, { query: { retired: "1" } }));
}

export function useRuleChanges({ id }: Rule) {
  return useQuery({ ...read(rulesApi.listChanges, { params: { id } }), staleTime: 0 });
}

async function readAnew(): Promise<void> {
  await invalidatePaths([rulesApi.list.path]);
}

function tellFailure(error: unknown): void {
  failureToast(texts.errorTitle, texts.saveFailed)(error);
  if (error instanceof ApiError && (error.status === 409 || error.status === 404)) void readAnew();
}

type Saving = { rule: Rule; changes: UpdateRuleInput } | { rule: null; input: RuleInput };

export function useSaveRule() {
  return useMutation({
    mutationFn: (saving: Saving) =>
      saving.rule === null
        ? call(rulesApi.create, { body: saving.input })
        : call(rulesApi.update, {
            params: { id: saving.rule.id },
            body: saving.changes,
            version: saving.rule.version,
          }),
    onSuccess: async () => {
      toast({ title: texts.toasts.saved });
      await readAnew();
    },
  });
}

export function usePreviewRule() {
  return useMutation({
    mutationFn: (body: PreviewRuleInput) => call(rulesApi.preview, { body }),
  });
}

export function useRetireRule() {
  return useMutation({
    mutationFn: ({ id }: Rule) => call(rulesApi.retire, { params: { id } }),
    onSuccess: async () => {
      toast({ title: texts.toasts.retired });
      await readAnew();
    },
    onError: tellFailure,
  });
}

export function useRestoreRule() {
  return useMutation({
    mutationFn: ({ id }: Rule) => call(rulesApi.restore, { params: { id } }),
    onSuccess: async () => {
      toast({ title: texts.toasts.restored });
      await readAnew();
    },
    onError: tellFailure,
  });
}
