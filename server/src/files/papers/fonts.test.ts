import { beforeAll, describe, expect, it } from "vitest";
import { loadFonts, printable } from "./fonts.ts";

beforeAll(loadFonts);

describe("the letters on paper", () => {
  it.each([
    ["Latin", "Zoë Müller-Łuczak, 100% – “quoted” €"],
    ["Turkish", "Ğökçe Şen, İstanbul, ığüşöç"],
    ["Polish", "Wałęsa Żółć Ćma Świętosława"],
    ["Vietnamese", "Nguyễn Thị Hạnh"],
    ["Cyrillic", "Тимур Їжакевич, Өмірзақ Әлібек"],
    ["Greek", "Παπαδόπουλος"],
    ["Arabic", "السيد محمد (١٢٣)"],
  ])("are as they were typed in %s", (_script, typed) => {
    expect(printable(typed)).toBe(typed);
  });

  it("lose a mark that no font has, and are never taken for others", () => {
    expect(printable("Ṩen ǟ")).toBe("Sen a");
    expect(printable("Тимур 林 🎉")).toBe("Тимур ? ?");
    expect(printable("two\nlines")).toBe("two\nlines");
  });
});
