/** Sheets as an Excel file: the head stays in view, filters are on, days and amounts are what they are. */
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { guardText } from "./formula-guard.ts";
import type { Cell, ColumnKind, Sheet, SheetColumn } from "./sheet.ts";
import { columnName, escaped } from "./xlsx-text.ts";
import { LISTS, validations } from "./xlsx-validations.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
/** The longest text that a cell may hold. */
const MOST_CHARACTERS = 32_767;
const MS_PER_DAY = 86_400_000;
/** Day 0 of Excel, which counts a 29th of February 1900: before its March days are texts. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = "1900-03-01";

/** The cell formats of styles.xml below. */
const formats: Record<ColumnKind | "head", number> = {
  text: 0,
  number: 0,
  head: 1,
  amount: 2,
  day: 3,
  moment: 4,
};

export function writeXlsx(sheet: Sheet): Promise<Uint8Array> {
  return writeXlsxSheets([sheet]);
}

/** What the columns offer stands on a sheet of its own behind the others. */
export async function writeXlsxSheets(given: readonly Sheet[]): Promise<Uint8Array> {
  const lists = given.flatMap(({ columns }) => columns.filter(({ choices }) => choices));
  const sheets = lists.length > 0 ? [...given, listSheet(lists)] : given;
  const zip = new ZipFile();
  const parts: Record<string, string> = frame(sheets);
  for (const [at, sheet] of sheets.entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] = worksheet(sheet, lists);
  for (const [path, xml] of Object.entries(parts))
    zip.addBuffer(Buffer.from(declaration + xml), path);
  zip.end();
  return buffer(zip.outputStream);
}

function listSheet(lists: readonly SheetColumn[]): Sheet {
  const longest = Math.max(...lists.map(({ choices = [] }) => choices.length));
  return {
    name: LISTS,
    columns: lists.map(({ head }) => ({ head, kind: "text" })),
    rows: Array.from({ length: longest }, (_, at) =>
      lists.map(({ choices = [] }) => choices[at] ?? null),
    ),
  };
}

function worksheet({ columns, rows }: Sheet, lists: readonly SheetColumn[]): string {
  const kinds = columns.map(({ kind }) => kind);
  const head = columns.map((column, index) => textCell(column.head, { index, row: 1, format: 1 }));
  const lines = rows.map((cells, number) => {
    const row = number + 2;
    const written = cells.map((cell, index) =>
      cellXml(cell, { index, row, kind: kinds[index] ?? "text" }),
    );
    return `<row r="${row}">${written.join("")}</row>`;
  });
  const range = `A1:${columnName(columns.length - 1)}${rows.length + 1}`;
  const widths = columns.map(
    (_, index) => `<col min="${index + 1}" max="${index + 1}" width="20" customWidth="1"/>`,
  );
  return `<worksheet xmlns="${main}"><dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData><row r="1">${head.join("")}</row>${lines.join("")}</sheetData><autoFilter ref="${range}"/>${validations(columns, lists)}</worksheet>`;
}

type Place = { index: number; row: number };

function cellXml(cell: Cell, place: Place & { kind: ColumnKind }): string {
  const { kind, index, row } = place;
  if (cell === null) return "";
  const value = numberOf(cell, kind);
  if (value === null) return textCell(guardText(String(cell)), { index, row, format: 0 });
  return `<c r="${columnName(index)}${row}" s="${formats[kind]}"><v>${value}</v></c>`;
}

/** Null for what is a text. */
function numberOf(cell: string | number, kind: ColumnKind): number | null {
  if (kind === "amount") return Number(cell) / 100;
  if (typeof cell === "number") return cell;
  if ((kind !== "day" && kind !== "moment") || cell < FIRST_DAY) return null;
  return (Date.parse(cell) - DAY_ZERO) / MS_PER_DAY;
}

function textCell(text: string, { index, row, format }: Place & { format: number }): string {
  const cut = escaped(text.slice(0, MOST_CHARACTERS));
  return `<c r="${columnName(index)}${row}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${cut}</t></is></c>`;
}

function frame(sheets: readonly Sheet[]): Record<string, string> {
  const part = `application/vnd.openxmlformats-officedocument.spreadsheetml`;
  const each = (xml: (at: number, name: string) => string) =>
    sheets.map(({ name }, index) => xml(index + 1, name)).join("");
  const styles = sheets.length + 1;
  const overrides = each(
    (at) =>
      `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${part}.worksheet+xml"/>`,
  );
  const entries = each(
    (at, name) => `<sheet name="${escaped(name)}" sheetId="${at}" r:id="rId${at}"/>`,
  );
  const links = each(
    (at) =>
      `<Relationship Id="rId${at}" Type="${relations}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
  );
  return {
    "[Content_Types].xml": `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/>${overrides}<Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${entries}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packaged}/relationships">${links}<Relationship Id="rId${styles}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
}
