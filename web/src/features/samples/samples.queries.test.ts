import { describe, expect, it } from "vitest";
import type { SampleDocument } from "contract/samples";
import { toastsOf } from "#web/feedback/test-toasts.tsx";
import { useRemoveSample, useUploadSamples } from "./samples.queries.ts";

describe("what is said about sample documents", () => {
  it("that are uploaded", { tags: ["C-ERR-025", "C-ERR-046"] }, async () => {
    const input = {
      files: [new File(["%PDF"], "Form.pdf", { type: "application/pdf" })],
      category: "stage-1",
      program: "vanuatu",
      onProgress: () => undefined,
    } as const;
    const upload = { ...input, files: [...input.files] };
    expect(await toastsOf(useUploadSamples, upload, [])).toEqual({
      done: ["Success", "Sample documents uploaded successfully"],
      failed: ["Upload failed", "Failed to upload sample documents"],
    });
  });

  it("that are deleted", { tags: ["C-ERR-028", "C-ERR-047"] }, async () => {
    expect(await toastsOf(useRemoveSample, { id: 1 } as SampleDocument, {})).toEqual({
      done: ["Success", "Sample document deleted successfully"],
      failed: ["Delete failed", "Failed to delete sample document"],
    });
  });
});
