import { expect, it } from "vitest";
import { ZipFile } from "yazl";
import { collect } from "#server/files/plain-source.ts";
import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";

const lines = [
  ["Case ID", "Title"],
  ["A-1", "Müller, José"],
  ["", ""],
  ["A-2", 'He said "yes"'],
];
const written = (delimiter: string) =>
  lines
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
    .join("\r\n");
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(written("\t"), "utf16le")]);
const swapped = Buffer.from(utf16).swap16();

it.for<[string, Buffer]>([
  ["comma", Buffer.from(written(","))],
  ["semicolon with mark", Buffer.from(`\uFEFF${written(";")}`)],
  ["bar", Buffer.from(written("|"))],
  ["UTF-16", utf16],
  ["UTF-16, the other way round", swapped],
  ["Windows-1252", Buffer.from(written(";"), "latin1")],
])("one table reads the same as %s", { tags: ["W-IMP-003", "W-IMP-028"] }, ([, bytes]) => {
  expect(readCsv(bytes)).toEqual({
    heads: ["Case ID", "Title"],
    rows: [
      { number: 2, cells: ["A-1", "Müller, José"] },
      { number: 4, cells: ["A-2", 'He said "yes"'] },
    ],
  });
});

function workbook(sheet: string): Promise<Buffer> {
  return zipOf({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="Cases" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/sharedStrings.xml": "<sst><si><r><t>Case</t></r><r><t> ID</t></r></si></sst>",
    "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  });
}

it("Excel's cells are what they show: days, what formulas came to, errors", async () => {
  const rows = await readXlsx(
    await workbook(
      `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Created on</t></is></c></row>
       <row r="3"><c r="A3" t="str"><f>1</f><v>A-1</v></c><c r="B3" s="1"><v>46347</v></c><c r="C3" t="e"><v>#REF!</v></c><c r="E3"><v>0.30000000000000004</v></c></row>`,
    ),
  );
  expect(rows).toEqual([
    {
      name: "Cases",
      table: {
        heads: ["Case ID", "Created on"],
        rows: [{ number: 3, cells: ["A-1", "2026-11-21", { error: "#REF!" }, "", "0.3"] }],
      },
    },
  ]);
});

async function zipOf(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return collect(zip.outputStream as AsyncIterable<Buffer>);
}

it("what cannot be read says why", { tags: ["W-IMP-016"] }, async () => {
  const heads = Array.from({ length: 61 }, (_, at) => `H${at}`).join(",");
  const csvReasons: [string, string][] = [
    [heads, "More than 60 columns."],
    ["\n\n", "The file is empty."],
    ["a\0b\n", "This is not a CSV or Excel file."],
    ['a,b\n"c,d', "The file is damaged."],
  ];
  for (const [text, reason] of csvReasons) expect(() => readCsv(Buffer.from(text))).toThrow(reason);
  const bomb = await zipOf({ "xl/workbook.xml": Buffer.alloc(30_000_000, " ") });
  await expect(readXlsx(bomb)).rejects.toThrow("The file is too large when unpacked.");
  const macros = await zipOf({ "xl/vbaProject.bin": "x", "xl/workbook.xml": "<a/>" });
  await expect(readXlsx(macros)).rejects.toThrow("The file holds macros. Save it without them.");
  await expect(readXlsx(await zipOf({ "a.txt": "a" }))).rejects.toThrow(
    "This is not a CSV or Excel file.",
  );
  await expect(readXlsx(Buffer.from("PK"))).rejects.toThrow("The file is damaged.");
});
