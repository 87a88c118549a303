import { useMutation, useQuery } from "@tanstack/react-query";
import { operationsApi } from "contract/operations";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { bureauMessages as texts } from "#web/messages/bureau.ts";
import { toast } from "#web/ui/toast-store.ts";

export function useFirstSteps(isWanted: boolean) {
  // What was done elsewhere meanwhile is ticked when one comes back.
  return useQuery({ ...read(operationsApi.getFirstSteps), enabled: isWanted, staleTime: 0 });
}

export function useSendTestMail() {
  return useMutation({
    mutationFn: () => call(operationsApi.sendTestMail),
    onSuccess: ({ message }) => {
      toast({ title: texts.mails.done, description: message });
      return invalidatePaths([operationsApi.getFirstSteps.path]);
    },
    onError: failureToast(texts.errorTitle, texts.mails.failed),
  });
}
