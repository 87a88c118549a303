/** Chooses one file with what the browser itself offers, and sends it at once. */
import { useMutation } from "@tanstack/react-query";
import type { CaseFile } from "contract/cases";
import { documentsApi } from "contract/documents";
import { uploadRules } from "contract/files";
import { upload } from "#web/api/upload.ts";
import { addDocuments } from "#web/features/documents/documents.queries.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { homeMessages as texts } from "#web/messages/homes.ts";
import { toast } from "#web/ui/toast-store.ts";
import type { CaptureTarget, Sending } from "./home-props.ts";

type Chosen = { readonly file: File; readonly target: CaptureTarget };

export function usePlainSending(caseFile: Pick<CaseFile, "id" | "caseId">): Sending {
  const { mutate } = useMutation({
    mutationFn: ({ file, target }: Chosen) =>
      upload(documentsApi.upload, {
        params: { id: caseFile.id },
        files: [file],
        fields: fieldsOf(target.upload),
      }),
    onSuccess: (added) => {
      addDocuments(caseFile.caseId, added);
      toast({ title: texts.uploaded });
    },
    onError: failureToast(texts.uploadFailedTitle, texts.uploadFailed),
  });
  const choose = (target: CaptureTarget, { isPhoto }: { isPhoto: boolean }) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = isPhoto
      ? "image/*"
      : uploadRules.caseDocument.extensions.map((each) => `.${each}`).join();
    if (isPhoto) input.setAttribute("capture", "environment");
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file) mutate({ file, target });
    });
    input.click();
  };
  return {
    takePhoto: (target) => choose(target, { isPhoto: true }),
    chooseFile: (target) => choose(target, { isPhoto: false }),
  };
}

/** What a document stands in for, or was asked for by hand, says all the rest. */
function fieldsOf({
  replaces,
  extraItemId,
  category,
  assignedTo,
  country,
}: CaptureTarget["upload"]) {
  if (replaces !== null) return { replaces };
  return extraItemId === null ? { category, assignedTo, country } : { extraItemId };
}
