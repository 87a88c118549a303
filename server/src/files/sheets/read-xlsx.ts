/** Reads the first two sheets of an Excel file: values only, nothing is computed and nothing outside of it is looked at. */
import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { type Entry, fromBufferPromise } from "yauzl";
import { type Cell, type Table, tableOf, type TableRow, Unreadable, unreadable } from "./table.ts";

const MOST_ENTRIES = 200;
const MOST_UNPACKED = 200 * 1_048_576;
const MOST_RATIO = 100;
const MOST_SHEETS = 2;
const DAY_MS = 86_400_000;
/** Excel's numbers for formats that show a day. */
const DAY_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

type Named = { name: string; table: Table };

/** Opens a part of the archive; null where there is none. */
type Open = (name: string) => Promise<Readable | null>;

export async function readXlsx(bytes: Buffer): Promise<Named[]> {
  try {
    return await readSheets(await openArchive(bytes));
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(unreadable.damaged);
  }
}

/** The directory is judged before anything is unpacked. */
async function openArchive(bytes: Buffer): Promise<Open> {
  const zip = await fromBufferPromise(bytes, { autoClose: false });
  if (zip.entryCount > MOST_ENTRIES) throw new Unreadable(unreadable.unpacked);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  assertModest(entries, bytes.length);
  return async (name) => {
    const entry = entries.find(({ fileName }) => fileName === name);
    // No more than the directory has promised: the reader of the archive sees to that.
    return entry === undefined ? null : zip.openReadStreamPromise(entry);
  };
}

function assertModest(entries: readonly Entry[], packed: number): void {
  if (entries.some(({ fileName }) => /vbaProject|macrosheets/i.test(fileName)))
    throw new Unreadable(unreadable.macros);
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > MOST_UNPACKED || unpacked > packed * MOST_RATIO)
    throw new Unreadable(unreadable.unpacked);
}

async function readSheets(open: Open): Promise<Named[]> {
  const workbook = await open("xl/workbook.xml");
  if (workbook === null) throw new Unreadable(unreadable.other);
  const sheets: { name: string; relation: string }[] = [];
  let is1904 = false;
  await walk(workbook, {
    open: (name, attributes) => {
      if (name === "sheet")
        sheets.push({ name: attributes["name"] ?? "", relation: attributes["r:id"] ?? "" });
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
    },
  });
  const targets = await targetsOf(await open("xl/_rels/workbook.xml.rels"));
  const strings = await sharedStringsOf(await open("xl/sharedStrings.xml"));
  const days = await dayStylesOf(await open("xl/styles.xml"));
  const named: Named[] = [];
  for (const { name, relation } of sheets.slice(0, MOST_SHEETS)) {
    const sheet = await open(targets.get(relation) ?? "");
    if (sheet === null) throw new Unreadable(unreadable.damaged);
    const rows = await rowsOf(sheet, { strings, days, is1904 });
    if (rows.length > 0) named.push({ name, table: tableOf(rows) });
  }
  return named;
}

type Attributes = Readonly<Record<string, string>>;
type Visitor = {
  open?: (name: string, attributes: Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/** Piece by piece: a sheet of many rows is never in memory as a text. */
async function walk(xml: Readable | null, { open, close, text }: Visitor): Promise<void> {
  if (xml === null) return;
  const parser = new SaxesParser();
  parser.on("error", () => {
    throw new Unreadable(unreadable.damaged);
  });
  // Nothing that Excel writes has one, and whoever writes one wants to make much of little.
  parser.on("doctype", () => {
    throw new Unreadable(unreadable.damaged);
  });
  if (open)
    parser.on("opentag", ({ name, attributes }) => open(localName(name), attributes as Attributes));
  if (close) parser.on("closetag", ({ name }) => close(localName(name)));
  if (text) parser.on("text", (piece) => text(copyOf(piece)));
  for await (const piece of xml.setEncoding("utf8")) parser.write(piece as string);
  parser.close();
}

/** A part of a text holds on to the whole of it; a copy does not. */
const copyOf = (text: string) => Buffer.from(text).toString();

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

async function targetsOf(xml: Readable | null): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await walk(xml, {
    open: (name, attributes) => {
      if (name !== "Relationship") return;
      const target = attributes["Target"] ?? "";
      targets.set(
        attributes["Id"] ?? "",
        target.startsWith("/") ? target.slice(1) : `xl/${target}`,
      );
    },
  });
  return targets;
}

/** Reading aids above the letters, as Japanese files have them, are no part of the text. */
async function sharedStringsOf(xml: Readable | null): Promise<string[]> {
  const strings: string[] = [];
  let isText = false;
  let isAid = false;
  await walk(xml, {
    open: (name) => {
      if (name === "si") strings.push("");
      if (name === "rPh") isAid = true;
      isText = name === "t" && !isAid;
    },
    close: (name) => {
      if (name === "rPh") isAid = false;
      isText = false;
    },
    text: (text) => {
      if (isText) strings[strings.length - 1] += text;
    },
  });
  return strings;
}

/** The styles, by number, whose cells hold days. */
async function dayStylesOf(xml: Readable | null): Promise<Set<number>> {
  const own = new Map<number, string>();
  const days = new Set<number>();
  let isInCells = false;
  let style = 0;
  await walk(xml, {
    open: (name, attributes) => {
      if (name === "numFmt")
        own.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
      if (name === "cellXfs") isInCells = true;
      if (name !== "xf" || !isInCells) return;
      const format = Number(attributes["numFmtId"]);
      const code = own.get(format)?.replace(/"[^"]*"|\[[^\]]*\]|\\./g, "");
      if (code === undefined ? DAY_FORMATS.has(format) : /[dy]/i.test(code)) days.add(style);
      style += 1;
    },
    close: (name) => {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return days;
}

type Reading = { strings: readonly string[]; days: ReadonlySet<number>; is1904: boolean };

async function rowsOf(xml: Readable, reading: Reading): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  let number = 0;
  let cells: Cell[] = [];
  let at = 0;
  let cell: { type: string; style: number; text: string } | null = null;
  let isValue = false;
  await walk(xml, {
    open: (name, attributes) => {
      if (name === "row") {
        number = Number(attributes["r"] ?? number + 1);
        cells = [];
        at = -1;
      } else if (name === "c") {
        at = attributes["r"] === undefined ? at + 1 : columnOf(attributes["r"]);
        cell = { type: attributes["t"] ?? "n", style: Number(attributes["s"] ?? 0), text: "" };
      } else isValue = name === "v" || name === "t";
    },
    text: (text) => {
      if (isValue && cell) cell.text += text;
    },
    close: (name) => {
      if (name === "v" || name === "t") isValue = false;
      if (name === "c" && cell && at < 1000) {
        while (cells.length < at) cells.push("");
        cells[at] = valueOf(cell, reading);
      }
      if (name === "row") rows.push({ number, cells });
    },
  });
  return rows;
}

function columnOf(reference: string): number {
  const letters = /^[A-Z]+/.exec(reference)?.[0] ?? "A";
  return letters.split("").reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function valueOf(
  { type, style, text }: { type: string; style: number; text: string },
  { strings, days, is1904 }: Reading,
): Cell {
  if (type === "s") return strings[Number(text)] ?? "";
  if (type === "e") return { error: text };
  if (type === "b") return text === "1" ? "TRUE" : "FALSE";
  if (type === "d") return text.slice(0, 10);
  if (type !== "n" || text === "") return text;
  const value = Number(text);
  if (days.has(style) && value >= 1) return dayOf(value, is1904);
  // 0.1 + 0.2 as a file holds it is 0.30000000000000004, and nobody has typed that.
  return String(Number(value.toPrecision(15)));
}

/** Excel believes that 1900 was a leap year; its count is right from March on. */
function dayOf(serial: number, is1904: boolean): string {
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  return new Date(start + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10);
}
