import { describe, expect, it } from "vitest";
import type { CaseDocument } from "contract/documents";
import { currentTab, documentsByGroup, tabsOf } from "./case-tabs.ts";

const papers = (["uncategorized", "vanuatu-passport"] as const).map(
  (category, index) => ({ id: index, category }) as CaseDocument,
);
const labels = (documents: CaseDocument[], isAdmin: boolean) =>
  tabsOf(documentsByGroup(documents), isAdmin).map(({ label }) => label);

describe("the tabs of a case", () => {
  it(
    "are in their order, every section for admins of a case that has everything",
    { tags: ["C-DOC-020", "C-CASE-021", "C-CASE-024..026", "D-072"] },
    () => {
      expect(labels(papers, true)).toEqual([
        "Stage 1",
        "Stage 2",
        "Forms",
        "Uncategorized",
        "Vanuatu Documents",
        "Invoices & Payments",
        "Sample Documents",
        "Applicants",
      ]);
    },
  );

  it("show Uncategorized only while it holds documents", { tags: ["C-CASE-022"] }, () => {
    expect(labels([], true)).not.toContain("Uncategorized");
    expect(labels(papers, false)).toContain("Uncategorized");
  });

  it(
    "show Vanuatu Documents to admins alone, and only with documents",
    { tags: ["C-CASE-023"] },
    () => {
      expect(labels([], true)).not.toContain("Vanuatu Documents");
      expect(labels(papers, false)).not.toContain("Vanuatu Documents");
    },
  );

  it("give way to Stage 1 when the open one goes", { tags: ["C-CASE-027"] }, () => {
    const before = tabsOf(documentsByGroup(papers), false);
    const after = tabsOf(documentsByGroup([]), false);
    expect(currentTab("uncategorized", before)).toBe("uncategorized");
    expect(currentTab("uncategorized", after)).toBe("stage1");
  });
});
