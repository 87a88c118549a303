import { describe, expect, it } from "vitest";
import type { CaseDocument } from "contract/documents";
import { toastsOf } from "#web/feedback/test-toasts.tsx";
import {
  useAssignDocument,
  useCategorizeDocument,
  useRemoveDocument,
  useRenameDocument,
} from "./documents.queries.ts";

const CASE = "VU-2026-0001";
const document = { id: 1, originalName: "scan.pdf", version: 1 } as CaseDocument;

describe("what is said after a change of a document", () => {
  it("to its name", { tags: ["C-ERR-020", "C-ERR-056"] }, async () => {
    const input = { document, newName: "passport.pdf" };
    expect(await toastsOf(() => useRenameDocument(CASE), input, document)).toEqual({
      done: ["Document renamed", "The document has been renamed."],
      failed: ["Error", "Failed to rename document"],
    });
  });

  it("to its category", { tags: ["C-ERR-021", "C-ERR-057"] }, async () => {
    const input = { document, category: "passport" } as const;
    expect(await toastsOf(() => useCategorizeDocument(CASE), input, document)).toEqual({
      done: ["Category updated", "Document category has been updated."],
      failed: ["Error", "Failed to update document category"],
    });
  });

  it("to whose it is", { tags: ["C-ERR-022", "C-ERR-058"] }, async () => {
    const input = { document, assignedTo: 2, newName: "Main - scan.pdf" };
    expect(await toastsOf(() => useAssignDocument(CASE), input, document)).toEqual({
      done: ["Assignment updated", "Document assignment has been updated."],
      failed: ["Error", "Failed to update document assignment"],
    });
  });

  it("when it is deleted", { tags: ["C-ERR-017", "C-ERR-053"] }, async () => {
    expect(await toastsOf(() => useRemoveDocument(CASE), document, {})).toEqual({
      done: ["Document deleted", "The document has been deleted."],
      failed: ["Error", "Failed to delete document"],
    });
  });
});
