import { describe, expect, it } from "vitest";
import { type ComparedPaper, differenceOf } from "./difference-of.ts";
import { dossierBaseName, partName, separateName } from "./file-names.ts";
import { layOut, moveLast, type PaperToLay, pagesOfLines, splitPapers } from "./layout.ts";
import { manifestText } from "./manifest.ts";

describe("two dossiers", () => {
  const paper = (chainId: number, fileSha256: string): ComparedPaper => ({
    chainId,
    fileSha256,
    label: `Paper ${chainId}`,
    personName: null,
    firstPage: chainId,
  });

  it(
    "differ by what is new, replaced and gone; equal bytes are the same paper",
    { tags: ["W-DOS-040"] },
    () => {
      const earlier = [paper(1, "a"), paper(2, "b"), paper(3, "c"), paper(4, "d")];
      const later = [paper(1, "a"), paper(2, "B"), paper(9, "d"), paper(8, "new")];
      const told = differenceOf(earlier, later).map(({ change, label }) => `${label} ${change}`);
      expect(told).toEqual([
        "Paper 1 same",
        "Paper 2 replaced",
        "Paper 9 same",
        "Paper 8 new",
        "Paper 3 gone",
      ]);
    },
  );
});

describe("names of files", () => {
  const name = (caseCode: string) =>
    dossierBaseName({ caseCode, kind: "fiu", number: 2, day: "2026-11-24" });

  it("have plain letters and at most a hundred characters", { tags: ["W-DOS-031"] }, () => {
    expect(partName(name("VU-2026-0014"), 1, 1)).toBe("VU-2026-0014_FIU_002_2026-11-24.pdf");
    expect(partName(name("VU 2026/14 حالة"), 1, 3)).toBe(
      "VU-2026-14-----_FIU_002_2026-11-24_part1of3.pdf",
    );
    expect(partName(name("X".repeat(200)), 99, 100).length).toBeLessThanOrEqual(100);
    expect(
      separateName({ no: 31, label: "Personal Profile / CV", person: "Sarrouf, Nadim" }, "a.docx"),
    ).toBe("031_Personal-Profile-CV_Sarrouf-Nadim.docx");
  });
});

describe("the parts", () => {
  const papers: PaperToLay[] = [1, 2, 3, 4, 5].map((no) => ({
    no,
    pages: 2,
    bytes: no === 4 ? 9_000_000 : 2_000_000,
  }));

  it("are cut between papers; a larger one stands by itself", { tags: ["W-DOS-029"] }, () => {
    expect(splitPapers(papers, 5 * 1_048_576)).toEqual([[1, 2], [3], [4], [5]]);
  });

  it(
    "count their pages on, each further one after a page of its own",
    { tags: ["W-DOS-030"] },
    () => {
      const {
        parts,
        papers: places,
        totalPages,
      } = layOut([[1, 2], [3]], { papers, frontPages: 2 });
      expect(parts.map(({ firstPage, lastPage }) => [firstPage, lastPage])).toEqual([
        [1, 6],
        [7, 9],
      ]);
      expect(places.get(3)).toEqual({ part: 2, firstPage: 8, lastPage: 9, pageInPart: 1 });
      expect(totalPages).toBe(9);
    },
  );

  it("give their last paper to the next when they came out too large", () => {
    expect(moveLast([[1, 2], [3]], 0)).toEqual([[1], [2, 3]]);
    expect(moveLast([[1], [2, 3]], 1)).toEqual([[1], [2], [3]]);
  });

  it("list 36 lines a page, and no heading at its end", () => {
    const lines = Array.from({ length: 40 }, (_, index) => index);
    const pages = pagesOfLines(lines, (line) => line === 35);
    expect(pages.map(({ length }) => length)).toEqual([35, 5]);
  });
});

describe("the manifest", () => {
  it("has its keys in order and ends with a line end", { tags: ["W-DOS-032"] }, () => {
    const text = manifestText({
      leftOut: [],
      missing: [],
      documents: [],
      parts: [],
      pages: 3,
      reason: null,
      builtBy: null,
      builtAt: "2026-11-24T08:00:00.000Z",
      addressee: "Financial Intelligence Unit",
      title: "FIU, first stage",
      number: 2,
      kind: "fiu",
      program: "vanuatu",
      caseId: "VU-2026-0014",
    });
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      "format",
      "caseId",
      "program",
      "kind",
      "number",
      "title",
      "addressee",
      "builtAt",
      "builtBy",
      "reason",
      "pages",
      "parts",
      "documents",
      "missing",
      "leftOut",
    ]);
    expect(text.startsWith('{\n  "format": 1,')).toBe(true);
    expect(text.endsWith("}\n")).toBe(true);
  });
});
