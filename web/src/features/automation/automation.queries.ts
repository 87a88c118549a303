import { useMutation, useQuery } from "@tanstack/react-query";
import { automationApi, WEBHOOK_LOG_LIMIT, type WebhookLog } from "contract/automation";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.automation;

export function useAutomationLogs() {
  return useQuery({
    ...read(automationApi.listLogs, { query: { limit: String(WEBHOOK_LOG_LIMIT) } }),
    // What an outside service has answered is wanted anew each time the tab is opened.
    staleTime: 0,
  });
}

export function useResendWebhook() {
  return useMutation({
    mutationFn: (log: WebhookLog) => call(automationApi.resend, { params: { id: log.id } }),
    onSuccess: async () => {
      toast({ title: texts.resent, description: texts.resentText });
      await invalidatePaths([automationApi.listLogs.path]);
    },
    onError: failureToast(texts.errorTitle, texts.resendFailed),
  });
}
