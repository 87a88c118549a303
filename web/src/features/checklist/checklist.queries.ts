import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type AddExtraItemInput,
  type Checklist,
  checklistApi,
  type ChecklistItem,
  type DecideItemInput,
  type UpdateExtraItemInput,
} from "contract/checklist";
import { reviewsApi } from "contract/reviews";
import { ApiError } from "#web/api/api-error.ts";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths, queryClient } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { toast } from "#web/ui/toast-store.ts";

export type ChecklistCase = { readonly id: number; readonly caseId: string };

export function useChecklist(caseCode: string) {
  return useQuery(read(checklistApi.getByCaseCode, { params: { caseId: caseCode } }));
}

/** Who asked for the changes, and when: the latest decision that stands. */
export function useOpenRequest(documentId: number) {
  return useQuery({
    ...read(reviewsApi.listOfDocument, { params: { id: documentId } }),
    select: (reviews) =>
      reviews.find(
        ({ decision, undoneAt }) => decision === "changes_requested" && undoneAt === null,
      ),
  });
}

function keyOf(caseCode: string): string {
  return String(read(checklistApi.getByCaseCode, { params: { caseId: caseCode } }).queryKey[0]);
}

/** The item at once, its figures a moment later. */
async function keepItem({ caseId }: ChecklistCase, item: ChecklistItem): Promise<void> {
  queryClient.setQueryData<Checklist>(
    [keyOf(caseId)],
    (known) =>
      known && {
        ...known,
        items: known.items.map((each) => (each.key === item.key ? item : each)),
      },
  );
  await readAnew({ caseId });
}

export function readAnew({ caseId }: Pick<ChecklistCase, "caseId">): Promise<void> {
  return invalidatePaths([keyOf(caseId)]);
}

function tellFailure(caseFile: ChecklistCase) {
  return (error: unknown): void => {
    failureToast(texts.errorTitle, texts.decideFailed)(error);
    // Somebody else was faster: the screen shows what they have decided.
    if (error instanceof ApiError && (error.code === "edit.conflict" || error.status === 404))
      void readAnew(caseFile);
  };
}

type Decision = { item: ChecklistItem; decision: DecideItemInput; told: string };

export function useDecideItem(caseFile: ChecklistCase) {
  return useMutation({
    mutationFn: ({ item, decision }: Decision) =>
      call(checklistApi.decide, {
        params: { id: caseFile.id, key: item.key },
        body: decision,
        version: item.decision?.version ?? 0,
      }),
    onSuccess: async (item, { told }) => {
      toast({ title: told });
      await keepItem(caseFile, item);
    },
    onError: tellFailure(caseFile),
  });
}

export function useAddExtraItem(caseFile: ChecklistCase) {
  return useMutation({
    mutationFn: (body: AddExtraItemInput) =>
      call(checklistApi.addExtra, { params: { id: caseFile.id }, body }),
    onSuccess: async () => {
      toast({ title: texts.toasts.requested });
      await readAnew(caseFile);
    },
  });
}

type ExtraChange = { item: ChecklistItem; changes: UpdateExtraItemInput };

export function useUpdateExtraItem(caseFile: ChecklistCase) {
  return useMutation({
    mutationFn: ({ item, changes }: ExtraChange) =>
      call(checklistApi.updateExtra, {
        params: { id: caseFile.id, extraId: item.extraId ?? 0 },
        body: changes,
        version: item.decision?.version,
      }),
    onSuccess: async (item) => {
      toast({ title: texts.toasts.changed });
      await keepItem(caseFile, item);
    },
  });
}

export function useRemoveExtraItem(caseFile: ChecklistCase) {
  return useMutation({
    mutationFn: (item: ChecklistItem) =>
      call(checklistApi.removeExtra, {
        params: { id: caseFile.id, extraId: item.extraId ?? 0 },
      }),
    onSuccess: async () => {
      toast({ title: texts.toasts.withdrawn });
      await readAnew(caseFile);
    },
    onError: tellFailure(caseFile),
  });
}

export function useSetSubmission(caseFile: ChecklistCase) {
  return useMutation({
    mutationFn: (submissionOn: string | null) =>
      call(checklistApi.setSubmission, { params: { id: caseFile.id }, body: { submissionOn } }),
    onSuccess: (checklist) => {
      queryClient.setQueryData<Checklist>([keyOf(caseFile.caseId)], checklist);
      toast({ title: texts.toasts.submission });
    },
    onError: tellFailure(caseFile),
  });
}
