/** CSV as spreadsheets open it: UTF-8 with its mark, CRLF, commas (RFC 4180). */
import { guardText } from "./formula-guard.ts";
import type { Cell, ColumnKind, SheetColumn } from "./sheet.ts";

const MARK = "\uFEFF";

export async function* writeCsv(
  columns: readonly SheetColumn[],
  pieces: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  const kinds = columns.map(({ kind }) => kind);
  yield MARK + lineOf(columns.map(({ head }) => quoted(head)));
  for await (const rows of pieces) yield rows.map((row) => csvLine(row, kinds)).join("");
}

function csvLine(row: readonly Cell[], kinds: readonly ColumnKind[]): string {
  return lineOf(row.map((cell, index) => written(cell, kinds[index] ?? "text")));
}

function written(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return "";
  if (kind === "amount") return (Number(cell) / 100).toFixed(2);
  return typeof cell === "number" ? String(cell) : quoted(guardText(cell));
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function lineOf(fields: readonly string[]): string {
  return `${fields.join(",")}\r\n`;
}
