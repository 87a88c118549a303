import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, foldLetters } from "./fold.ts";
import { excerpt, marksIn, tokens, wordsOf } from "./search-words.ts";

const marked = (text: string, needle: string, anywhere = false) =>
  marksIn(text, wordsOf(needle), { anywhere }).map(([from, to]) => text.slice(from, to));

describe("tokens", () => {
  it(
    "are the pieces between blanks, and what is between their signs",
    { tags: ["W-FND-012"] },
    () => {
      expect(tokens("VU-2026-0014 Passport.jpg")).toEqual([
        "vu-2026-0014",
        "vu",
        "2026",
        "0014",
        "passport.jpg",
        "passport",
        "jpg",
      ]);
    },
  );

  it("are at most 400 of 40 whole characters", () => {
    expect(tokens(Array.from({ length: 900 }, (_, index) => `w${index}`).join(" "))).toHaveLength(
      400,
    );
    expect(tokens("😀".repeat(60))).toEqual(["😀".repeat(40)]);
    expect(tokens(" \u200E\n ")).toEqual([]);
  });

  it("begin with the words that a beginning of a text is found by", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), (text) => {
        const found = tokens(text);
        for (const word of wordsOf(text))
          expect(found.some((token) => token.startsWith(word))).toBe(true);
      }),
    );
  });
});

describe("marks", () => {
  it("are offsets in the text as it is written", { tags: ["W-FND-011"] }, () => {
    expect(marked("السيد مُحمَّد سراج", "محمد")).toEqual(["مُحمَّد"]);
    expect(marked("Élève Łukasz", "eleve luk")).toEqual(["Élève", "Łuk"]);
    expect(marked("Straße 3", "stras")).toEqual(["Straß"]);
    expect(marked("ملف ١٢٣٤", "123")).toEqual(["١٢٣"]);
    expect(marked("e\u0301 tude", "e")).toEqual(["e\u0301"]);
  });

  it("stand at the beginning of a word, in cases anywhere", () => {
    expect(marked("Nasarr sarr-sarrouf", "sarr")).toEqual(["sarr", "sarr"]);
    expect(marked("Nasarr", "sarr", true)).toEqual(["sarr"]);
    expect(marked("aaaa", "aa", true)).toEqual(["aaaa"]);
    expect(marked("a ".repeat(50), "a")).toHaveLength(10);
  });

  it("fold to the words they were found by", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    fc.assert(
      fc.property(text, fc.string({ unit: "grapheme", maxLength: 4 }), (original, needle) => {
        const words = wordsOf(needle);
        const marks = marksIn(original, words, { anywhere: true });
        const whole = fold(original);
        expect(marks.length > 0).toBe(words.some((word) => whole.includes(word)));
        for (const [from, to] of marks) expect(to).toBeGreaterThan(from);
      }),
      { numRuns: 1000 },
    );
  });

  it("rest on a fold that takes each character by itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        expect(Array.from(text, foldLetters).join("")).toBe(foldLetters(text));
      }),
    );
  });
});

describe("an excerpt", () => {
  const long = `${"before ".repeat(60)}the bank\nhas answered ${"after ".repeat(60)}`;

  it("is the line around the first mark", () => {
    const text = excerpt(long, ["bank"], 120);
    expect(text.length).toBeLessThanOrEqual(120);
    expect(text).toMatch(/^….*the bank has answered.*…$/);
    expect(excerpt("Short\n text ", ["text"], 120)).toBe("Short text");
    expect(excerpt(long, ["nowhere"], 120)).toMatch(/^before .*…$/);
  });

  it("never halves a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 100, maxLength: 200 }), (text) => {
        const whole = text.toWellFormed();
        expect(excerpt(whole, ["a"], 80).isWellFormed()).toBe(true);
      }),
    );
  });
});
