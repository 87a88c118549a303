import { describe, expect, it } from "vitest";
import {
  categoriesOf,
  documentCategories,
  documentCategoryLabel,
  documentGroupLabels,
  documentGroupOf,
  documentGroups,
  isAdminCategory,
} from "./document-categories.ts";

describe("the kinds of documents", () => {
  it("are the twenty-seven of the specification", { tags: ["C-DOC-015"] }, () => {
    expect(documentCategories.toSorted()).toEqual(
      [
        "passport",
        "id",
        "police-residence",
        "police-origin",
        "birth",
        "cv",
        "asset",
        "bank-statement",
        "bank-reference",
        "address",
        "employment",
        "medical",
        "photos",
        "marriage",
        "school",
        "non-married",
        "other",
        "nomination",
        "passport-form",
        "oath",
        "fiu-letter",
        "approval-in-principle",
        "vanuatu-id",
        "vanuatu-birth",
        "vanuatu-citizenship",
        "vanuatu-passport",
        "uncategorized",
      ].toSorted(),
    );
    expect(documentCategories).toHaveLength(27);
  });

  it("stand in their stages", { tags: ["C-DOC-016..019", "D-070"] }, () => {
    expect(Object.fromEntries(documentGroups.map((group) => [group, categoriesOf(group)]))).toEqual(
      {
        stage1: ["passport", "id", "police-residence", "police-origin", "birth", "cv"],
        stage2: [
          "asset",
          "bank-statement",
          "bank-reference",
          "address",
          "employment",
          "medical",
          "photos",
          "marriage",
          "school",
          "non-married",
          "other",
        ],
        forms: ["nomination", "passport-form", "oath"],
        uncategorized: ["uncategorized"],
        vanuatu: [
          "fiu-letter",
          "approval-in-principle",
          "vanuatu-id",
          "vanuatu-birth",
          "vanuatu-citizenship",
          "vanuatu-passport",
        ],
      },
    );
  });

  it("belong to exactly one stage with a label each", { tags: ["C-DOC-021"] }, () => {
    expect(documentGroups).toEqual(["stage1", "stage2", "forms", "uncategorized", "vanuatu"]);
    for (const category of documentCategories) {
      expect(categoriesOf(documentGroupOf(category))).toContain(category);
      expect(documentCategoryLabel(category)).not.toBe("");
    }
    expect(Object.keys(documentGroupLabels)).toEqual([...documentGroups]);
  });

  it(
    "are admins' alone exactly where governments issue them",
    { tags: ["C-DOC-019", "D-071"] },
    () => {
      expect(documentCategories.filter(isAdminCategory)).toEqual(categoriesOf("vanuatu"));
    },
  );
});
