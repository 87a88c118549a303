import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, searchKey } from "./fold.ts";

/** Few letters of many kinds, so that one text often stands in another. */
const letters = Array.from(
  "aAbß é\u0301ÉłIıİ-–'`´1٣९محمَّدأةىk\u200F\u00AD\n\u0000\u0640ﬁ½𝟗😀漢字\u{20000}",
);
const someText = fc.oneof(
  fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 12 }),
);

describe("fold", () => {
  it.each([
    ["ÉLÈVE Łukasz ٣", "eleve lukasz 3"],
    ["أَحْمَد", "احمد"],
    ["Straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["Æsir Œuvre Øre Đuro Ðóra Þór İzmir ılık", "aesir oeuvre ore duro dora thor izmir ilik"],
    ["مُحمَّد", "محمد"],
    ["آمنة إيمان مصطفى ٱلهدى مؤمن رائد", "امنه ايمان مصطفي الهدي مومن رايد"],
    ["کریم", "كريم"],
    ["محـــمد", "محمد"],
    ["۱۲٣ ९ ７ 𝟗", "123 9 7 9"],
    ["O’Brien ‘a’ ʼb ´c `d", "o'brien 'a' 'b 'c 'd"],
    ["a–b—c‑d-e", "a-b-c-d-e"],
    ["ﬁne", "fine"],
    ["Москва", "москва"],
  ])("makes of %j %j", { tags: ["W-LST-010"] }, (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it(
    "knows one sigma, no marks of direction, joiners and soft hyphens, and one kind of blank",
    { tags: ["W-LST-056"] },
    () => {
      expect(fold("ΟΔΟΣ")).toBe("οδοσ");
      expect(fold("a\u200Eb\u200F c\u00ADd\u200De\u200C\u2066f\u2069\uFEFFg")).toBe("ab cdefg");
      expect(fold(" one\r\n\ttwo\u00A0\u2028three\v ")).toBe("one two three");
      expect(fold("a\u0000b\u001Fc\u007Fd")).toBe("abcd");
    },
  );

  it("changes nothing the second time", { tags: ["W-LST-011"] }, () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("changes no single character twice", { tags: ["W-LST-011"] }, () => {
    const wrong: string[] = [];
    // Both planes that hold letters of languages.
    for (let code = 0; code <= 0x1_ff_ff; code += 1) {
      const folded = fold(String.fromCodePoint(code));
      if (fold(folded) !== folded) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});

describe("a search key", () => {
  it(
    "contains another exactly if the folded text contains the other",
    { tags: ["W-LST-012"] },
    () => {
      let hits = 0;
      const pair = fc.oneof(
        fc.tuple(someText, someText),
        // A piece of the text itself, cut anywhere.
        fc.tuple(someText, fc.nat(12), fc.nat(4)).map(([text, start, length]): [string, string] => [
          text,
          Array.from(fold(text))
            .slice(start, start + length)
            .join(""),
        ]),
      );
      fc.assert(
        fc.property(pair, ([a, b]) => {
          const isIn = fold(a).includes(fold(b));
          if (isIn) hits += 1;
          expect(searchKey([a]).includes(searchKey([b]))).toBe(isIn);
        }),
        { numRuns: 5000 },
      );
      expect(hits).toBeGreaterThan(500);
    },
  );

  it("holds ASCII alone", { tags: ["W-LST-013"] }, () => {
    fc.assert(
      fc.property(fc.array(someText, { maxLength: 4 }), (texts) => {
        expect(searchKey(texts)).toMatch(/^[\0-\u007F]*$/);
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps its texts apart: a folded needle never reaches from one into the next", () => {
    const key = searchKey(["VU-2026-0014", "Nadim family"]);
    expect(key).toBe("vu-2026-0014\nnadim family");
    expect(key.includes(searchKey(["14 nadim"]))).toBe(false);
    expect(key.includes(searchKey(["14\nnadim"]))).toBe(false);
  });
});
