import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";
import { type Table, Unreadable } from "./table.ts";

export type TablesToRead = { bytes: Uint8Array; isCsv: boolean };
/** A CSV file has one table, without a name. */
export type ReadTables = { tables: { name: string | null; table: Table }[] } | { reason: string };

export async function run({ bytes, isCsv }: TablesToRead): Promise<ReadTables> {
  try {
    if (isCsv) return { tables: [{ name: null, table: readCsv(bytes) }] };
    return { tables: await readXlsx(Buffer.from(bytes)) };
  } catch (error) {
    if (error instanceof Unreadable) return { reason: error.message };
    throw error;
  }
}
