import { describe, expect, it } from "vitest";
import type { CaseFile } from "contract/cases";
import { toastsOf } from "#web/feedback/test-toasts.tsx";
import { useReassign, useRemoveCase, useUpdateCode, useUpdateStatus } from "./cases.queries.ts";

const caseFile = { id: 1, caseId: "VU-2026-0001", title: "A case", version: 1 } as CaseFile;

describe("what is said after a change of a case", () => {
  it("to its status", { tags: ["C-ERR-019", "C-ERR-055"] }, async () => {
    const input = { caseFile, status: "courier" } as const;
    expect(await toastsOf(useUpdateStatus, input, caseFile)).toEqual({
      done: ["Status updated", "Case status has been updated."],
      failed: ["Error", "Failed to update case status"],
    });
  });

  it("to its id", { tags: ["C-ERR-014", "C-ERR-049"] }, async () => {
    const input = { caseFile, caseCode: "VU-2026-0002" };
    expect(await toastsOf(useUpdateCode, input, caseFile)).toEqual({
      done: ["Case ID updated", "Case ID has been updated successfully."],
      failed: ["Error", "Failed to update Case ID"],
    });
  });

  it("to its people", { tags: ["C-ERR-012", "C-ERR-048"] }, async () => {
    const input = { caseFile, added: [2], removed: [3] };
    expect(await toastsOf(useReassign, input, {})).toEqual({
      done: ["Users updated", "User assignments have been updated."],
      failed: ["Error", "Failed to update user assignments"],
    });
  });

  it("when it is deleted", { tags: ["C-ERR-015", "C-ERR-050"] }, async () => {
    expect(await toastsOf(useRemoveCase, caseFile, { message: "Case deleted" })).toEqual({
      done: ["Case deleted", "The case has been deleted successfully."],
      failed: ["Error", "Failed to delete case"],
    });
  });
});
