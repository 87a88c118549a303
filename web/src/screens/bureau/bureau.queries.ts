import { useMutation, useQuery } from "@tanstack/react-query";
import { bureauApi, type LogoTheme, type UpdateBureauInput } from "contract/bureau";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths, queryClient } from "#web/api/query.ts";
import { upload } from "#web/api/upload.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { bureauMessages as texts } from "#web/messages/bureau.ts";
import { toast } from "#web/ui/toast-store.ts";

const bureau = read(bureauApi.get);

export function useBureau() {
  return useQuery(bureau);
}

type Saving = { body: UpdateBureauInput; version: number | undefined };

export function useSaveBureau() {
  return useMutation({
    mutationFn: ({ body, version }: Saving) => call(bureauApi.update, { body, version }),
    onSuccess: (saved) => {
      queryClient.setQueryData(bureau.queryKey, saved);
      toast({ title: texts.saved, description: texts.savedText });
    },
    onError: failureToast(texts.errorTitle, texts.saveFailed),
  });
}

const readAnew = () => invalidatePaths([bureauApi.get.path]);

export function useUploadLogo(theme: LogoTheme) {
  return useMutation({
    mutationFn: (file: File) => upload(bureauApi.uploadLogo, { query: { theme }, files: [file] }),
    onSuccess: readAnew,
    onError: failureToast(texts.errorTitle, texts.logo.failed),
  });
}

export function useRemoveLogo(theme: LogoTheme) {
  return useMutation({
    mutationFn: () => call(bureauApi.removeLogo, { query: { theme } }),
    onSuccess: readAnew,
    onError: failureToast(texts.errorTitle, texts.logo.removeFailed),
  });
}
