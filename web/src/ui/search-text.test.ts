import { describe, expect, it } from "vitest";
import { finder } from "./search-text.ts";

describe("a search", () => {
  it("ignores case and outer spaces, and finds everything when nothing is typed", () => {
    expect(finder(" HADDAD ")("The Haddad Family")).toBe(true);
    expect(finder("  ")("anything")).toBe(true);
    expect(finder("x")("anything but")).toBe(false);
  });

  it("looks at each text by itself and at what is there only", () => {
    expect(finder("two")("one", "two")).toBe(true);
    expect(finder("one two")("one", "two")).toBe(false);
    expect(finder("null")("one", null)).toBe(false);
  });
});
