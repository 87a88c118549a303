import { useMutation, useQuery } from "@tanstack/react-query";
import type { Program } from "contract/case-parts";
import { type SampleCategory, type SampleDocument, samplesApi } from "contract/samples";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { upload } from "#web/api/upload.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.samples;

export function useSamples() {
  return useQuery(read(samplesApi.list));
}

type Uploading = {
  files: File[];
  category: SampleCategory;
  program: Program;
  onProgress: (share: number) => void;
};

export function useUploadSamples() {
  return useMutation({
    mutationFn: ({ files, category, program, onProgress }: Uploading) =>
      upload(samplesApi.upload, { files, fields: { category, program }, onProgress }),
    onSuccess: async () => {
      await invalidatePaths([samplesApi.list.path]);
      toast({ title: texts.done, description: texts.uploaded });
    },
    onError: failureToast(texts.uploadFailedTitle, texts.uploadFailed),
  });
}

export function useRemoveSample() {
  return useMutation({
    mutationFn: (sample: SampleDocument) => call(samplesApi.remove, { params: { id: sample.id } }),
    onSuccess: async () => {
      await invalidatePaths([samplesApi.list.path]);
      toast({ title: texts.done, description: texts.removed });
    },
    onError: failureToast(texts.removeFailedTitle, texts.removeFailed),
  });
}
