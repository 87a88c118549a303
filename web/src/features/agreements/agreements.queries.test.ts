import { describe, expect, it } from "vitest";
import type { ServiceAgreement } from "contract/agreements";
import { toastsOf } from "#web/feedback/test-toasts.tsx";
import { useRemoveAgreement, useUploadAgreement } from "./agreements.queries.ts";

const caseFile = { id: 1, caseId: "VU-2026-0001" };
const agreement = { id: 2, originalName: "Signed.pdf" } as ServiceAgreement;
const file = new File(["%PDF"], "Signed.pdf", { type: "application/pdf" });

describe("what is said about a service agreement", () => {
  it("that is sent from the case screen", { tags: ["C-ERR-026", "C-ERR-045"] }, async () => {
    const useSend = () => useUploadAgreement(caseFile, "any");
    expect(await toastsOf(useSend, { file }, agreement)).toEqual({
      done: ["Success", "Service agreement uploaded successfully"],
      failed: ["Upload failed", "Failed to upload service agreement"],
    });
  });

  it("that is sent from the dashboard", { tags: ["C-ERR-010", "C-ERR-045"] }, async () => {
    const useSend = () => useUploadAgreement(caseFile, "pdf");
    expect(await toastsOf(useSend, { file }, [agreement])).toEqual({
      done: ["Success", "Service agreement uploaded successfully"],
      failed: ["Error", "Failed to upload service agreement"],
    });
  });

  it("that is deleted", { tags: ["C-ERR-018"] }, async () => {
    expect(await toastsOf(() => useRemoveAgreement(caseFile), agreement, {})).toEqual({
      done: ["Service agreement deleted", "The service agreement has been deleted."],
      failed: ["Error", "Failed to delete service agreement"],
    });
  });
});
