/** A table as a file holds it. Plain data: it goes from thread to thread. */
import { MOST_COLUMNS } from "contract/import-columns";

/** Text as it is shown; a day is YYYY-MM-DD, a formula what it came to. */
export type Cell = string | { readonly error: string };
export type TableRow = { readonly number: number; readonly cells: readonly Cell[] };
/** Rows below the head that are not empty; the numbers are those that the spreadsheet shows, the head being 1. */
export type Table = { readonly heads: readonly string[]; readonly rows: readonly TableRow[] };

/** More cells in a row are cut: the head alone decides how many columns there are. */
const MOST_CELLS = 1000;

export const unreadable = {
  empty: "The file is empty.",
  other: "This is not a CSV or Excel file.",
  damaged: "The file is damaged.",
  macros: "The file holds macros. Save it without them.",
  columns: "More than 60 columns.",
  unpacked: "The file is too large when unpacked.",
  slow: "Reading took too long.",
} as const;

/** The file is what it is: another try would end in the same way. */
export class Unreadable extends Error {}

export function tableOf(records: Iterable<TableRow>): Table {
  let heads: string[] | undefined;
  const rows: TableRow[] = [];
  for (const { number, cells } of records) {
    const isEmpty = cells.every((cell) => cell === "");
    if (heads === undefined) {
      // What stands in the first row are the heads, whatever they are.
      heads = withoutEnd(cells).map((cell) => (typeof cell === "string" ? cell.trim() : ""));
      if (heads.length > MOST_COLUMNS) throw new Unreadable(unreadable.columns);
    } else if (!isEmpty) rows.push({ number, cells: cells.slice(0, MOST_CELLS) });
  }
  if (heads === undefined || heads.length === 0) throw new Unreadable(unreadable.empty);
  return { heads, rows };
}

function withoutEnd(cells: readonly Cell[]): readonly Cell[] {
  const last = cells.findLastIndex((cell) => cell !== "");
  return cells.slice(0, last + 1);
}
