import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanArchiveName, createMemberNames, stageArchiveName } from "./archive-names.ts";

const names = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.constantFrom(
    "a.pdf",
    "A.PDF",
    "a (2).pdf",
    "CON",
    "nul.txt",
    "com1.pdf",
    "../x",
    "a/b",
    ".",
    " . ",
    "جواز.pdf",
  ),
);

describe("names inside a ZIP", { tags: ["asvs-54", "D-074"] }, () => {
  it("get a number before the extension when they are equal, also in other letters", () => {
    const nameOf = createMemberNames();
    const given = ["a.pdf", "a.pdf", "A.pdf", "a (2).pdf", "a", "a", "é.pdf", "e\u0301.pdf"];
    expect(given.map(nameOf)).toEqual([
      "a.pdf",
      "a (2).pdf",
      "A (3).pdf",
      "a (2) (2).pdf",
      "a",
      "a (2)",
      "é.pdf",
      "é (2).pdf",
    ]);
  });

  it.each([
    ["../../etc/passwd", "_._etc_passwd"],
    ["report..pdf", "report.pdf"],
    ['a<b>:"c|d?e*.pdf', "a_b___c_d_e_.pdf"],
    ["CON", "_CON"],
    ["con.pdf", "_con.pdf"],
    ["LPT1.tar.gz", "_LPT1.tar.gz"],
    ["console.pdf", "console.pdf"],
    ["name. . .", "name"],
    ["...", "document"],
    ["", "document"],
  ])("%j becomes %j", (wanted, name) => {
    expect(createMemberNames()(wanted)).toBe(name);
  });

  it("are flat, distinct, allowed on Windows and short enough for any disk, whatever the files are called", () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 30 }), (wanted) => {
        const nameOf = createMemberNames();
        const given = wanted.map(nameOf);
        expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(given.length);
        for (const name of given) {
          expect(name).not.toMatch(/[\p{Cc}\\/:*?"<>|\u202A-\u202E\u2066-\u2069]/u);
          expect(name).not.toMatch(/^[\s.]|[\s.]$/u);
          expect(name).not.toContain("..");
          expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
          expect(name.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("the name of a ZIP", { tags: ["D-073"] }, () => {
  it("is the title and the stage", () => {
    expect(stageArchiveName("Family Al-Harbi", "stage1")).toBe(
      "Family Al-Harbi_stage1_Documents.zip",
    );
    expect(stageArchiveName("عائلة الحربي", "forms")).toBe("عائلة الحربي_forms_Documents.zip");
  });

  it("replaces what no disk takes and trims what hides a file", () => {
    expect(stageArchiveName(' ../a:b*?"<>|\n', "forms")).toBe("_a_b________forms_Documents.zip");
    expect(cleanArchiveName(".hidden")).toBe("hidden.zip");
    expect(cleanArchiveName("..\\..\\x.zip")).toBe("_.._x.zip");
    expect(cleanArchiveName("")).toBe("Documents.zip");
    expect(cleanArchiveName(".zip")).toBe("zip.zip");
  });

  it("has at most 150 characters and always its extension", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (raw) => {
        const name = cleanArchiveName(raw);
        expect(Array.from(name).length).toBeLessThanOrEqual(150);
        expect(name).toMatch(/[^\s.]\.zip$/u);
        expect(name).not.toMatch(/[\p{Cc}\\/:*?"<>|]/u);
      }),
      { numRuns: 1000 },
    );
    expect(Array.from(cleanArchiveName("x".repeat(400)))).toHaveLength(150);
  });
});
