import { useMutation, useQuery } from "@tanstack/react-query";
import { agreementsApi, type ServiceAgreement } from "contract/agreements";
import { call, read } from "#web/api/client.ts";
import { queryClient } from "#web/api/query.ts";
import { upload } from "#web/api/upload.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.agreements;
export type CaseOfAgreements = { readonly id: number; readonly caseId: string };

export function useAgreements(caseFile: CaseOfAgreements) {
  return useQuery(read(agreementsApi.list, { params: { caseId: caseFile.caseId } }));
}

function changeAgreements(
  caseFile: CaseOfAgreements,
  change: (list: ServiceAgreement[]) => ServiceAgreement[],
): void {
  const { queryKey } = read(agreementsApi.list, { params: { caseId: caseFile.caseId } });
  queryClient.setQueryData<ServiceAgreement[]>(queryKey, (list) => list && change(list));
}

type Sending = { file: File; onProgress?: (share: number) => void };

/** The case screen takes PDF, PNG and JPG; the dashboard's dialog PDF alone (D-067). */
export function useUploadAgreement(caseFile: CaseOfAgreements, kind: "any" | "pdf") {
  return useMutation({
    mutationFn: async ({ file, onProgress }: Sending): Promise<ServiceAgreement[]> =>
      kind === "any"
        ? [
            await upload(agreementsApi.upload, {
              params: { caseId: caseFile.caseId },
              files: [file],
              onProgress,
            }),
          ]
        : upload(agreementsApi.uploadPdf, {
            params: { id: caseFile.id },
            files: [file],
            fields: { category: "service-agreement" },
            onProgress,
          }),
    onSuccess: (added) => {
      changeAgreements(caseFile, (list) => [
        ...added,
        ...list.filter((known) => !added.some(({ id }) => id === known.id)),
      ]);
      toast({ title: texts.dialog.done, description: texts.dialog.doneText });
    },
    onError: failureToast(
      kind === "any" ? texts.dialog.failedTitle : texts.errorTitle,
      texts.dialog.failed,
    ),
  });
}

export function useRemoveAgreement(caseFile: CaseOfAgreements) {
  return useMutation({
    mutationFn: (agreement: ServiceAgreement) =>
      call(agreementsApi.remove, { params: { id: agreement.id } }),
    onSuccess: (_, removed) => {
      changeAgreements(caseFile, (list) => list.filter(({ id }) => id !== removed.id));
      toast({ title: texts.removeDialog.done, description: texts.removeDialog.doneText });
    },
    onError: failureToast(texts.errorTitle, texts.removeDialog.failed),
  });
}
