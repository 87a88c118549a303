import { useMutation, useQuery } from "@tanstack/react-query";
import { caseListsApi } from "contract/case-lists";
import type { AssignedUser } from "contract/case-parts";
import type { CaseStatus } from "contract/case-status";
import { casesApi, type CaseDetail, type CaseFile } from "contract/cases";
import type { BodyInput } from "contract/endpoint";
import { ApiError } from "#web/api/api-error.ts";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths, queryClient } from "#web/api/query.ts";
import { refreshList } from "#web/api/row-changes.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.cases;

/** How many cases there are to see; asked anew by each screen that wants to know. */
export function useCaseTotal() {
  return useQuery({ ...read(caseListsApi.counts), staleTime: 0, select: ({ total }) => total });
}

export function useCase(caseCode: string | null) {
  return useQuery({
    ...read(casesApi.get, { params: { caseId: caseCode ?? "" } }),
    enabled: caseCode !== null,
  });
}

/** Puts a changed case into the cached queries that hold it, so that the screen is right before anything is fetched. */
function keepCase(changed: CaseFile, previousCode: string = changed.caseId): void {
  refreshList("cases");
  const detail = queryClient.getQueryData<CaseDetail>(detailKey(previousCode));
  if (detail)
    queryClient.setQueryData<CaseDetail>(detailKey(changed.caseId), {
      ...detail,
      case: { ...detail.case, ...changed },
    });
}

export function useCreateCase() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof casesApi.create>) => call(casesApi.create, { body }),
    onSuccess: () => {
      refreshList("cases");
      toast({ title: texts.createDialog.created, description: texts.createDialog.createdText });
    },
  });
}

type Update = { caseFile: CaseFile; body: BodyInput<typeof casesApi.update> };

/** The caller shows the failure: a conflict keeps the dialog open with the new values. */
export function useUpdateCase() {
  return useMutation({
    mutationFn: ({ caseFile, body }: Update) =>
      call(casesApi.update, { params: { id: caseFile.id }, body, version: caseFile.version }),
    onSuccess: (changed) => {
      keepCase(changed);
      toast({
        title: texts.informationDialog.updated,
        description: texts.informationDialog.updatedText,
      });
    },
  });
}

type MetaUpdate = { caseFile: CaseFile; body: BodyInput<typeof casesApi.updateMeta> };

/** Title, status and nationality together, as the Edit Case dialog saves them (C:181). */
export function useUpdateMeta() {
  return useMutation({
    mutationFn: ({ caseFile, body }: MetaUpdate) =>
      call(casesApi.updateMeta, { params: { id: caseFile.id }, body, version: caseFile.version }),
    onSuccess: (changed) => {
      keepCase(changed);
      toast({ title: messages.editCase.updated, description: messages.editCase.updatedText });
    },
  });
}

export function useUpdateStatus() {
  return useMutation({
    mutationFn: ({ caseFile, status }: { caseFile: CaseFile; status: CaseStatus }) =>
      call(casesApi.updateStatus, {
        params: { caseId: caseFile.caseId },
        body: { status },
        version: caseFile.version,
      }),
    onSuccess: (changed) => {
      keepCase(changed);
      toast({ title: texts.status.updated, description: texts.status.updatedText });
    },
    onError: (error, { caseFile }) => {
      failureToast(texts.errorTitle, texts.status.failed)(error);
      // Somebody else was faster: the screen shows what they have chosen.
      if (error instanceof ApiError && error.code === "edit.conflict")
        void invalidatePaths([String(detailKey(caseFile.caseId)[0])]);
    },
  });
}

export function useUpdateCode() {
  return useMutation({
    mutationFn: ({ caseFile, caseCode }: { caseFile: CaseFile; caseCode: string }) =>
      call(casesApi.updateCode, { params: { id: caseFile.id }, body: { caseId: caseCode } }),
    onSuccess: (changed, { caseFile }) => {
      keepCase(changed, caseFile.caseId);
      toast({ title: texts.code.updated, description: texts.code.updatedText });
    },
    onError: failureToast(texts.errorTitle, texts.code.failed),
  });
}

export function useRemoveCase() {
  return useMutation({
    mutationFn: (caseFile: CaseFile) => call(casesApi.remove, { params: { id: caseFile.id } }),
    onSuccess: () => {
      refreshList("cases");
      toast({ title: texts.removeDialog.removed, description: texts.removeDialog.removedText });
    },
    onError: failureToast(texts.errorTitle, texts.removeDialog.failed),
  });
}

type AssigneeId = AssignedUser["id"];
type Reassignment = { caseFile: CaseFile; added: AssigneeId[]; removed: AssigneeId[] };

/** One call per user added or removed (C:186). */
export function useReassign() {
  return useMutation({
    mutationFn: async ({ caseFile, added, removed }: Reassignment) => {
      const params = { id: caseFile.id };
      for (const userId of added) await call(casesApi.assign, { params, body: { userId } });
      for (const userId of removed)
        await call(casesApi.unassign, {
          params,
          query: { userId: String(userId) },
          body: { userId },
        });
    },
    onSuccess: () =>
      toast({ title: texts.assignDialog.saved, description: texts.assignDialog.savedText }),
    onError: failureToast(texts.errorTitle, texts.assignDialog.failed),
    onSettled: (_, __, { caseFile }) => {
      refreshList("cases");
      return invalidatePaths([String(detailKey(caseFile.caseId)[0])]);
    },
  });
}

function detailKey(caseCode: string) {
  return read(casesApi.get, { params: { caseId: caseCode } }).queryKey;
}
