import { describe, expect, it } from "vitest";
import { toastsOf } from "#web/feedback/test-toasts.tsx";
import { useSaveApplicants, useUpdateApplicant } from "./applicants.queries.ts";

const caseFile = {
  id: 1,
  caseId: "VU-2026-0001",
  title: "A case",
  gender: null,
  numberOfApplicants: 1,
  citizenshipProgram: "vanuatu" as const,
};

describe("what is said after a change of the applicants", () => {
  it("when all are saved", { tags: ["C-ERR-016", "C-ERR-052"] }, async () => {
    expect(await toastsOf(() => useSaveApplicants(caseFile), [], [])).toEqual({
      done: ["Applicants saved", "Applicants have been saved successfully."],
      failed: ["Error", "Failed to save applicants"],
    });
  });

  it("when one is changed", { tags: ["C-ERR-011", "C-ERR-044"] }, async () => {
    const input = { id: 2, version: 1, fullName: "Noor Haddad", dateOfBirth: null };
    expect(await toastsOf(() => useUpdateApplicant(caseFile), input, { id: 2 })).toEqual({
      done: ["Success", "Applicant updated successfully"],
      failed: ["Error", "Failed to update applicant"],
    });
  });
});
