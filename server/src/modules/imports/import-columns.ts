/** What the columns of a file are said to be, and what they were said to be the last time. */
import { desc, sql } from "drizzle-orm";
import { importSheets, proposeMapping } from "contract/import-columns";
import type { Import, ImportMapping } from "contract/imports";
import type { Executor } from "#server/database/connection.ts";
import { type ImportRecord, imports } from "#server/database/tables/imports.ts";
import type { Table } from "#server/files/sheets/table.ts";
import { openValue } from "./stored-rows.ts";

export type ImportColumnsOf = Import["columns"];

const SAMPLES = 3;
const SAMPLE_LENGTH = 100;
const LOOKED_BACK = 20;

export function columnsOf(table: Table | undefined): ImportColumnsOf["cases"] {
  if (!table) return null;
  return table.heads.map((head, at) => {
    const samples: string[] = [];
    for (const { cells } of table.rows) {
      const cell = cells[at] ?? "";
      if (samples.length === SAMPLES) break;
      if (typeof cell === "string" && cell !== "") samples.push(cell.slice(0, SAMPLE_LENGTH));
    }
    return { head, samples };
  });
}

export function mappingOf({ mapping }: Pick<ImportRecord, "mapping">): ImportMapping {
  return { cases: null, people: null, ...(mapping as Partial<ImportMapping>) };
}

/** As it was saved for the same heads, or by what the heads say. */
export async function proposalFor(
  executor: Executor,
  columns: ImportColumnsOf,
): Promise<ImportMapping> {
  const earlier = await executor
    .select({ columns: imports.columns, mapping: imports.mapping })
    .from(imports)
    .where(sql`${imports.columns} is not null and ${imports.revision} > 1`)
    .orderBy(desc(imports.id))
    .limit(LOOKED_BACK);
  const heads = headsOf(columns);
  for (const { columns: sealed, mapping } of earlier)
    if (sealed !== null && headsOf(openValue(sealed)) === heads) return mappingOf({ mapping });
  const [cases, people] = importSheets.map((sheet) => {
    const found = columns[sheet];
    return (
      found &&
      proposeMapping(
        sheet,
        found.map(({ head }) => head),
      )
    );
  });
  return { cases: cases ?? null, people: people ?? null };
}

function headsOf(columns: ImportColumnsOf): string {
  return JSON.stringify(importSheets.map((sheet) => columns[sheet]?.map(({ head }) => head)));
}
