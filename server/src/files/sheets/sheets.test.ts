import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { fromBuffer, type Entry, type ZipFile } from "yauzl";
import { guardText, unguardText } from "./formula-guard.ts";
import type { Cell, SheetColumn } from "./sheet.ts";
import { writeCsv } from "./write-csv.ts";
import { writeXlsx } from "./write-xlsx.ts";

const columns: SheetColumn[] = [
  { head: "Name", kind: "text" },
  { head: "Fee", kind: "amount" },
  { head: "Day", kind: "day" },
  { head: "At", kind: "moment" },
];

async function csvOf(rows: Cell[][]): Promise<string> {
  async function* pieces() {
    yield rows;
  }
  return (await Array.fromAsync(writeCsv(columns, pieces()))).join("");
}

async function partOf(file: Uint8Array, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  fromBuffer(Buffer.from(file), { lazyEntries: true }, (failure, zip) => {
    if (failure) return reject(failure);
    zip.on("entry", (entry: Entry) => {
      if (entry.fileName !== path) return zip.readEntry();
      void readEntry(zip, entry).then(resolve, reject);
    });
    zip.readEntry();
  });
  return promise;
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  zip.openReadStream(entry, (failure, stream) => {
    if (failure) return reject(failure);
    void buffer(stream).then((bytes) => resolve(bytes.toString()), reject);
  });
  return promise;
}

describe("texts that begin like formulas", () => {
  const starts = ["=", "+", "-", "@", "\t", "\r", "\0"];

  it(
    "get one ' more and lose it again, whatever stands before and behind",
    { tags: ["W-EXP-002"] },
    () => {
      const alphabet = [...starts, "'", "'", "a", " ", '"', ",", "\n", "ع", "1"];
      let seed = 7;
      const random = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      for (let cell = 0; cell < 5000; cell += 1) {
        const text = Array.from(
          { length: random(6) },
          () => alphabet[random(alphabet.length)],
        ).join("");
        const guarded = guardText(text);
        const isFormula = starts.includes(text.replace(/^'+/, "").slice(0, 1)) && text !== "";
        expect(guarded).toBe(isFormula ? `'${text}` : text);
        expect(starts).not.toContain(guarded.slice(0, 1) || "-none-");
        expect(unguardText(guarded)).toBe(text);
      }
    },
  );

  it("are guarded in both kinds of files", { tags: ["W-EXP-002"] }, async () => {
    expect(await csvOf([["=1+1", null, null, null]])).toContain("\r\n'=1+1,");
    const xlsx = await writeXlsx({ name: "x", columns, rows: [["''@me", null, null, null]] });
    expect(await partOf(xlsx, "xl/worksheets/sheet1.xml")).toContain(">'''@me<");
  });
});

describe("CSV", () => {
  it("starts with the mark and is quoted where it has to be", { tags: ["W-EXP-003"] }, async () => {
    const text = await csvOf([
      ['مُحمَّد "M", Sarr', 123_405, "2026-11-21", "2026-11-21T08:00:00.000Z"],
      ["two\nlines", -50, null, null],
    ]);
    expect(text).toBe(
      '\uFEFFName,Fee,Day,At\r\n"مُحمَّد ""M"", Sarr",1234.05,2026-11-21,2026-11-21T08:00:00.000Z\r\n"two\nlines",-0.50,,\r\n',
    );
    expect(Buffer.from(text).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });
});

describe("Excel files", () => {
  it(
    "hold days, moments and amounts as such, and every character of a text",
    { tags: ["W-EXP-003"] },
    async () => {
      const rows = [
        ["سارة & <Sons>\u0007_x0041_", 123_405, "2026-11-21", "2026-11-21T12:00:00.000Z"],
      ];
      const sheet = await partOf(
        await writeXlsx({ name: "cases", columns, rows }),
        "xl/worksheets/sheet1.xml",
      );
      expect(sheet).toContain("سارة &amp; &lt;Sons&gt;_x0007__x005F_x0041_");
      expect(sheet).toContain('<c r="B2" s="2"><v>1234.05</v></c>');
      expect(sheet).toContain('<c r="C2" s="3"><v>46347</v></c>');
      expect(sheet).toContain('<c r="D2" s="4"><v>46347.5</v></c>');
      expect(sheet).toContain('state="frozen"');
      expect(sheet).toContain('<autoFilter ref="A1:D2"/>');
    },
  );

  it("keep a day before the calendar of Excel as a text", async () => {
    const rows = [["x", null, "1899-12-31", null]];
    const sheet = await partOf(
      await writeXlsx({ name: "cases", columns, rows }),
      "xl/worksheets/sheet1.xml",
    );
    expect(sheet).toContain(">1899-12-31<");
  });
});
