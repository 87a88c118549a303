/** The rows of an import on the screen, and what is wrong with them as a file. */
import { Readable } from "node:stream";
import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { importRowSheets } from "contract/import-columns";
import type { ImportMapping, ImportRow } from "contract/imports";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { cases } from "#server/database/tables/cases.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { imports } from "#server/database/tables/imports.ts";
import type { Cell, SheetColumn } from "#server/files/sheets/sheet.ts";
import type { Cell as ReadCell } from "#server/files/sheets/table.ts";
import { writeCsv } from "#server/files/sheets/write-csv.ts";
import { readCursor, writeCursor } from "#server/http/cursor.ts";
import { type ImportColumnsOf, mappingOf } from "./import-columns.ts";
import { missing } from "./import-record.ts";
import { assertImports } from "./imports.policy.ts";
import { scanOf } from "./scan-rows.ts";
import { openValue } from "./stored-rows.ts";

type AnySheet = ImportRow["sheet"];
const RowPlace = z.tuple([z.enum(importRowSheets), z.int()]);
const ROWS_TOGETHER = 1000;

type Page = { after?: string | undefined; limit: number };
type Rows = Page & {
  id: number;
  problems?: true | undefined;
  state?: ImportRow["state"][] | undefined;
};

export async function listRows(
  actor: SignedInActor,
  { id, after, limit, problems, state }: Rows,
): Promise<{ rows: ImportRow[]; next: string | null }> {
  assertImports(actor);
  const [row] = await runtime.database.select().from(imports).where(eq(imports.id, id));
  if (!row) throw missing();
  const [sheet, number] = after === undefined ? [] : readCursor(after, RowPlace);
  const found = await runtime.database
    .select({ row: importRows, case: { id: cases.id, caseId: cases.caseId, title: cases.title } })
    .from(importRows)
    .leftJoin(cases, eq(cases.id, importRows.caseId))
    .where(
      and(
        eq(importRows.importId, id),
        sheet === undefined || number === undefined ? undefined : isBehind(sheet, number),
        state && inArray(importRows.state, state),
        problems ? sql`${importRows.problems} <> '[]'::jsonb` : undefined,
      ),
    )
    .orderBy(asc(importRows.sheet), asc(importRows.number))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1)?.row : undefined;
  const mapping = mappingOf(row);
  const people = await namesOf(rows);
  return {
    rows: rows.map((one) => listedRow(one, { mapping, people })),
    next: last ? writeCursor([last.sheet, last.number]) : null,
  };
}

type FoundRow = { row: typeof importRows.$inferSelect; case: ImportRow["case"] };

type Words = { mapping: ImportMapping; people: ReadonlyMap<number, string> };

/** Of the people whose scans these are. */
export async function namesOf(
  rows: readonly FoundRow[],
  executor: Executor = runtime.database,
): Promise<Map<number, string>> {
  const ids = rows.flatMap(({ row }) => (row.sheet === "files" ? [scanOf(row)?.applicantId] : []));
  const known = ids.filter((id) => id !== undefined && id !== null);
  if (known.length === 0) return new Map();
  const people = await executor
    .select({ id: applicants.id, fullName: applicants.fullName })
    .from(applicants)
    .where(inArray(applicants.id, known));
  return new Map(people.map(({ id, fullName }) => [id, fullName]));
}

export function listedRow(
  { row, case: caseFile }: FoundRow,
  { mapping, people }: Words,
): ImportRow {
  const { sheet, number, state, problems } = row;
  const scan = sheet === "files" ? scanOf(row) : null;
  return {
    sheet,
    number,
    state,
    name: scan ? scan.path : nameOf(row, mapping),
    problems,
    case: caseFile,
    size: scan?.size ?? null,
    applicantId: scan?.applicantId ?? null,
    person: people.get(scan?.applicantId ?? 0) ?? null,
    category: scan?.category ?? null,
  };
}

function isBehind(sheet: AnySheet, number: number) {
  return or(
    sql`${importRows.sheet} > ${sheet}`,
    and(eq(importRows.sheet, sheet), sql`${importRows.number} > ${number}`),
  );
}

/** The case's own code and title, or the person. */
function nameOf(
  { raw, sheet }: typeof importRows.$inferSelect,
  mapping: ImportMapping,
): string | null {
  if (raw === null || sheet === "files") return null;
  const cells = openValue<unknown[]>(raw);
  const at = mapping[sheet] ?? {};
  const texts = ["caseId", sheet === "cases" ? "title" : "fullName"]
    .map((field) => cells[at[field] ?? -1])
    .filter((cell) => typeof cell === "string" && cell !== "");
  return texts.length > 0 ? texts.join(" · ") : null;
}

const problemColumns: SheetColumn[] = [
  { head: "Row", kind: "number" },
  { head: "Column", kind: "text" },
  { head: "Value", kind: "text" },
  { head: "Problem", kind: "text" },
  { head: "Sheet", kind: "text" },
];

export async function problemsFile(actor: SignedInActor, id: number): Promise<Readable> {
  assertImports(actor);
  const [row] = await runtime.database.select().from(imports).where(eq(imports.id, id));
  if (!row) throw missing();
  const columns = row.columns ? openValue<ImportColumnsOf>(row.columns) : noColumns;
  return Readable.from(writeCsv(problemColumns, problemsOf(id, columns)));
}

const noColumns: ImportColumnsOf = { cases: null, people: null };

async function* problemsOf(
  id: number,
  columns: ImportColumnsOf,
): AsyncGenerator<(readonly Cell[])[]> {
  let last: { sheet: AnySheet; number: number } | undefined;
  do {
    const rows = await runtime.database
      .select()
      .from(importRows)
      .where(
        and(
          eq(importRows.importId, id),
          sql`${importRows.problems} <> '[]'::jsonb`,
          last && isBehind(last.sheet, last.number),
        ),
      )
      .orderBy(asc(importRows.sheet), asc(importRows.number))
      .limit(ROWS_TOGETHER);
    last = rows.length < ROWS_TOGETHER ? undefined : rows.at(-1);
    yield rows.flatMap((row) => problemLines(row, columns));
  } while (last);
}

function problemLines(row: typeof importRows.$inferSelect, columns: ImportColumnsOf): Cell[][] {
  const { sheet, number, raw, problems } = row;
  const heads = sheet === "files" ? null : columns[sheet];
  const cells = raw === null || sheet === "files" ? [] : openValue<ReadCell[]>(raw);
  // Of a scan the value is its name.
  const path = sheet === "files" ? (scanOf(row)?.path ?? "") : "";
  return problems.map(({ column, text }) => {
    const at = heads?.findIndex(({ head }) => head === column) ?? -1;
    const value = cells[at] ?? path;
    return [number, column, typeof value === "string" ? value : value.error, text, sheet];
  });
}
