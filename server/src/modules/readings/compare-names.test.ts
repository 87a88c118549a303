import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareNames, type NameComparison } from "./compare-names.ts";

describe("comparing a typed name with the one in the lines", () => {
  it.each<[string, NameComparison]>([
    ["Nadim Sarrouf", "same"],
    ["Sarrouf Nadim", "order"],
    ["Nadeem Sarrouf", "spelling"],
    ["Nadim Elias Sarrouf", "shorter"],
    ["Omar Haddad", "different"],
    ["", "different"],
  ])("'%s' is %s", { tags: ["W-MRZ-022"] }, (typed, result) => {
    expect(compareNames(typed, "SARROUF", "NADIM")).toBe(result);
  });

  it.each([
    ["MUELLER", "JUERGEN"],
    ["MULLER", "JURGEN"],
    ["MUXXLLER", "JUXXRGEN"],
  ])("'Jürgen Müller' is the same as %s, %s", { tags: ["W-MRZ-023"] }, (surname, given) => {
    expect(compareNames("Jürgen Müller", surname, given)).toBe("same");
  });

  it.each([
    ["Łukasz Strauß", "STRAUSS", "LUKASZ"],
    ["Søren Ærø", "AEROE", "SOEREN"],
    ["Siobhán O’Brien", "OBRIEN", "SIOBHAN"],
    ["Peña", "PENXXA", ""],
    ["Þóra Ðan", "DAN", "THORA"],
    ["Åsa Işık", "ISIK", "AASA"],
  ])("'%s' is written %s, %s", (typed, surname, given) => {
    expect(compareNames(typed, surname, given)).toBe("same");
  });

  it.each(["ALSAYED", "AL SAYED"])(
    "'Mohamed Al-Sayed' is the same as %s, MOHAMED",
    { tags: ["W-MRZ-024"] },
    (surname) => {
      expect(compareNames("Mohamed Al-Sayed", surname, "MOHAMED")).toBe("same");
    },
  );

  it("leaves names in other scripts to the eye", { tags: ["W-MRZ-025"] }, () => {
    expect(compareNames("نديم صرّوف", "SARROUF", "NADIM")).toBe("script");
    expect(compareNames("林浩然", "LIN", "HAORAN")).toBe("script");
    expect(compareNames("Omar Haddad", "SARROUF", "NADIM")).toBe("different");
  });

  it("sees that a name was cut off at the end of the line", { tags: ["W-MRZ-026"] }, () => {
    const [surname, given] = ["WONGSAWATTANAKULCHAI", "SIRIPORNRATTANAKO"];
    expect(`${surname}<<${given}`).toHaveLength(39);
    expect(compareNames("Siripornrattanakorn Wongsawattanakulchai", surname, given)).toBe("cut");
    expect(compareNames("Wongsawattanakulchai Siripornrattanakorn", surname, given)).toBe("cut");
    expect(compareNames("Siripornrattanako Wongsawattanakulchai", surname, given)).toBe("same");
    expect(compareNames("Nadim Elias Sarrouf", "SARROUF", "NADIM")).toBe("shorter");
  });

  it("does not care which of the two was typed", { tags: ["W-MRZ-027"] }, () => {
    const word = fc.constantFrom(
      "NADIM",
      "NADEEM",
      "SARROUF",
      "SAROUF",
      "MARIA",
      "ANNA",
      "OMAR",
      "LEE",
    );
    const name = fc.record({
      surname: word,
      given: fc.array(word, { minLength: 1, maxLength: 3 }),
    });
    const symmetric = new Set(["same", "order", "spelling", "different"]);
    fc.assert(
      fc.property(name, name, (one, other) => {
        const there = compareNames(
          `${one.given.join(" ")} ${one.surname}`,
          other.surname,
          other.given.join(" "),
        );
        const back = compareNames(
          `${other.given.join(" ")} ${other.surname}`,
          one.surname,
          one.given.join(" "),
        );
        if (symmetric.has(there) || symmetric.has(back)) expect(there).toBe(back);
      }),
    );
  });

  it("never throws, whatever is typed", { tags: ["W-MRZ-027"] }, () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string(),
        fc.string(),
        (typed, surname, given) => {
          expect(typeof compareNames(typed, surname, given)).toBe("string");
        },
      ),
      { numRuns: 30 },
    );
  });
});
