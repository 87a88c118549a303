/** Reads a CSV file as any program of the last thirty years has written it. */
import { parse } from "csv-parse/sync";
import { type Table, tableOf, Unreadable, unreadable } from "./table.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const LOOKED_AT = 10;

export function readCsv(bytes: Uint8Array): Table {
  const text = decode(bytes);
  if (text.trim() === "") throw new Unreadable(unreadable.empty);
  if (text.includes("\0")) throw new Unreadable(unreadable.other);
  const records = recordsOf(text, { delimiter: delimiterOf(text) });
  return tableOf(records.map((cells, index) => ({ number: index + 1, cells })));
}

/** UTF-8 with or without mark, UTF-16 with mark, otherwise what Windows writes in the West. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The one that divides the first lines into the most columns that all of them have. */
function delimiterOf(text: string): string {
  const columns = DELIMITERS.map((delimiter) => {
    try {
      const lengths = recordsOf(text, { delimiter, to: LOOKED_AT })
        .filter((record) => record.some((cell) => cell !== ""))
        .map((record) => record.length);
      return lengths.length === 0 ? 0 : Math.min(...lengths) + (lengths[0] ?? 0) / 1000;
    } catch {
      return 0;
    }
  });
  return DELIMITERS[columns.indexOf(Math.max(...columns))] ?? ",";
}

function recordsOf(text: string, options: { delimiter: string; to?: number }): string[][] {
  try {
    return parse(text, { ...options, relax_column_count: true, skip_empty_lines: false });
  } catch {
    throw new Unreadable(unreadable.damaged);
  }
}
