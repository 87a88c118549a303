import { describe, expect, it } from "vitest";
import { documentCategories } from "./document-categories.ts";
import {
  fillReason,
  reasonFits,
  reasonsOf,
  reviewReasonCodes,
  reviewReasons,
} from "./review-reasons.ts";

const known = {
  label: "Proof of Address",
  person: "Rima Sarrouf",
  days: 90,
  day: "2026-11-09",
  country: "Lebanon",
};
const nothing = { label: null, person: null, days: null, day: null, country: null };

describe("the reasons for asking changes", () => {
  it.each(documentCategories)("are at least five for %s", { tags: ["W-REV-046"] }, (category) => {
    expect(reasonsOf(category).length).toBeGreaterThanOrEqual(5);
    expect(reasonsOf(category)).toContain("other");
  });

  it("are written in friendly words, with known places only", { tags: ["W-REV-046"] }, () => {
    expect(reviewReasonCodes).toHaveLength(28);
    const places = new Set<string>();
    for (const code of reviewReasonCodes) {
      const { label, text } = reviewReasons[code];
      expect(label).not.toBe("");
      expect(text).not.toMatch(/reject|fail|invalid/i);
      for (const [, place] of text.matchAll(/\{([^}]*)\}/g)) places.add(place ?? "");
      expect(fillReason(code, known)).not.toMatch(/[{}]/);
    }
    expect([...places].toSorted()).toEqual(["country", "day", "days", "label", "person"]);
  });

  it("fit the kinds of paper that they speak of", () => {
    expect(reasonFits("mrz_hidden", "passport")).toBe(true);
    expect(reasonFits("mrz_hidden", "birth")).toBe(false);
    expect(reasonFits("unreadable", "uncategorized")).toBe(true);
  });
});

describe("the text of a reason", () => {
  it("names days, person, paper and country", { tags: ["W-REV-046"] }, () => {
    expect(fillReason("too_old", known)).toBe(
      "On 9 Nov 2026 this may be at most 90 days old. Please send a newer one.",
    );
    expect(fillReason("wrong_country", known)).toBe(
      "Here we need the certificate of Lebanon. Please send that one.",
    );
    expect(fillReason("wrong_document", known)).toBe(
      "This seems to be another document. What we need here is: Proof of Address.",
    );
  });

  it("leaves out a sentence of which something is not known", { tags: ["W-REV-046"] }, () => {
    expect(fillReason("too_old", { ...known, days: null })).toBe("Please send a newer one.");
    expect(fillReason("wrong_person", nothing)).toBe("This document belongs to someone else.");
    expect(fillReason("wrong_document", nothing)).toBe("This seems to be another document.");
    expect(fillReason("expires_soon", { ...known, days: 0 })).toBe(
      "On 9 Nov 2026 at least 0 days must be left. Please send the renewed document.",
    );
    expect(fillReason("other", known)).toBe("");
  });
});
