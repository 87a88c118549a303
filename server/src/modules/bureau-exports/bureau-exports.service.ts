/** The whole bureau as a folder of open files: its tables, and each case with its papers, decrypted. */
import { Readable } from "node:stream";
import { and, asc, gt, isNull, sql } from "drizzle-orm";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { StartError } from "#server/core/start-error.ts";
import type { DatabaseAddress } from "#server/database/connection.ts";
import {
  openSnapshotConnection,
  type SnapshotConnection,
} from "#server/database/snapshot-connection.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { createMemberPaths } from "#server/files/archive-names.ts";
import { openStoredFile, verifiedContent } from "#server/files/open.ts";
import { FILE_REMOVAL_LOCK } from "#server/files/removal-lock.ts";
import { wholeCase } from "#server/modules/case-exports/whole-case.service.ts";
import { ExportFolder, type Missing } from "./export-folder.ts";
import { csvHead, type ExportedTable, findTables, readTable } from "./exported-tables.ts";
import { readmeText, schemaText } from "./folder-texts.ts";

type Wanted = {
  path: string;
  withFiles: boolean;
  /** Of these cases alone; null is all. The tables are always whole. */
  codes: readonly string[] | null;
};
export type BureauReport = { rows: number; cases: number; files: number; missing: Missing[] };

const CASES_AT_ONCE = 200;
const FILES_AT_ONCE = 500;

/** Until it ends, no job removes the bytes of a file: what the moment names can also be read. */
export async function exportBureau(
  address: DatabaseAddress,
  { path, withFiles, codes }: Wanted,
): Promise<BureauReport> {
  const named = codes === null ? null : await idsOf(codes);
  const folder = await ExportFolder.open(path);
  await note({ withFiles, cases: named });
  const snapshot = await openSnapshotConnection(address, {
    purpose: "export",
    lock: FILE_REMOVAL_LOCK,
  });
  try {
    const madeAt = runtime.clock.now().toISOString();
    const tables = await findTables(snapshot);
    const report: BureauReport = { rows: 0, cases: 0, files: 0, missing: [] };
    await folder.write("README.md", textOf(readmeText({ madeAt, withFiles })));
    await folder.write("schema.json", textOf(schemaText(tables)));
    for (const table of tables) report.rows += await writeTable(folder, snapshot, table);
    const pathOf = createMemberPaths();
    const placed = new Set<string>();
    for await (const caseFile of casesOf(snapshot, named)) {
      const place = pathOf(["cases"], caseFile.caseId);
      const wanted = { caseFile, place, withFiles, placed };
      report.missing.push(...(await writeCase(folder, snapshot, wanted)));
      report.cases += 1;
    }
    if (withFiles && named === null)
      report.missing.push(...(await writeOtherFiles(folder, snapshot, placed)));
    report.files = await folder.finish({ madeAt, missing: report.missing });
    return report;
  } finally {
    await snapshot.close();
  }
}

function textOf(text: string): Readable {
  return Readable.from([text]);
}

/** Written down before anything is read: nothing goes out unnoticed. */
async function note(metadata: { withFiles: boolean; cases: readonly number[] | null }) {
  await inTransaction((tx) =>
    recordSecurityEvent(tx, { kind: "bureau.exported", userId: null, metadata }),
  );
}

async function idsOf(codes: readonly string[]): Promise<number[]> {
  const wanted = sql.param(codes.map((code) => code.toLowerCase()));
  const rows = await runtime.database
    .select({ id: cases.id, code: sql<string>`lower(${cases.caseId})` })
    .from(cases)
    .where(sql`lower(${cases.caseId}) = any(${wanted}::text[])`);
  const found = new Set(rows.map(({ code }) => code));
  const unknown = codes.filter((code) => !found.has(code.toLowerCase()));
  if (unknown.length > 0) throw new StartError(`There is no case ${unknown.join(", ")}.`);
  return rows.map(({ id }) => id);
}

async function writeTable(
  folder: ExportFolder,
  snapshot: SnapshotConnection,
  table: ExportedTable,
): Promise<number> {
  const place = `tables/${table.name}`;
  let rows = 0;
  const json = async function* () {
    for await (const lines of readTable(snapshot, table)) {
      rows += lines.length;
      yield lines.map((line) => `${line.json}\n`).join("");
    }
  };
  const csv = async function* () {
    yield csvHead(table);
    for await (const lines of readTable(snapshot, table))
      yield lines.map((line) => line.csv).join("");
  };
  await folder.write(`${place}.jsonl`, Readable.from(json()));
  await folder.write(`${place}.csv`, Readable.from(csv()));
  return rows;
}

async function* casesOf(
  { executor }: SnapshotConnection,
  named: readonly number[] | null,
): AsyncGenerator<CaseRow> {
  const isNamed =
    named === null ? sql`true` : sql`${cases.id} = any(${sql.param([...named])}::int[])`;
  for (let last = 0; ;) {
    const rows = await executor
      .select()
      .from(cases)
      .where(sql`${gt(cases.id, last)} and ${isNamed}`)
      .orderBy(asc(cases.id))
      .limit(CASES_AT_ONCE);
    yield* rows;
    if (rows.length < CASES_AT_ONCE) return;
    last = rows.at(-1)?.id ?? 0;
  }
}

type CaseToWrite = {
  caseFile: CaseRow;
  place: string;
  withFiles: boolean;
  /** The objects that stand in a case. */
  placed: Set<string>;
};

/** Answers what is missing of it. */
async function writeCase(
  folder: ExportFolder,
  { executor }: SnapshotConnection,
  { caseFile, place, withFiles, placed }: CaseToWrite,
): Promise<Missing[]> {
  const members = await wholeCase(executor, {
    about: { caseFile, audience: "bureau", reader: system },
    by: "The command for the whole bureau",
    withFiles,
    known: async (part) => {
      if (part.source === undefined) return undefined;
      placed.add(part.source);
      const there = await folder.known(`${place}/${part.path}`, part.source);
      return there && { ...there, path: part.path, record: part.record };
    },
  });
  for (;;) {
    const next = await members.next();
    if (next.done)
      return next.value.missing.map((gone) => ({ ...gone, path: `${place}/${gone.path}` }));
    const { name, content, source } = next.value;
    await folder.write(`${place}/${name}`, content, source);
  }
}

/** Samples, pictures of people, the logo: whatever stands in no case. */
async function writeOtherFiles(
  folder: ExportFolder,
  { executor }: SnapshotConnection,
  placed: ReadonlySet<string>,
): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (let last = 0; ;) {
    const rows = await executor
      .select()
      .from(storedFiles)
      .where(and(gt(storedFiles.id, last), isNull(storedFiles.deletedAt)))
      .orderBy(asc(storedFiles.id))
      .limit(FILES_AT_ONCE);
    for (const file of rows) {
      if (placed.has(file.storageKey)) continue;
      const path = `files/${file.kind}/${file.name}`;
      if (await folder.known(path, file.storageKey)) continue;
      const content = await contentOf(file);
      if (content === null) missing.push({ path, record: `stored file ${file.id}` });
      else await folder.write(path, content, file.storageKey);
    }
    if (rows.length < FILES_AT_ONCE) return missing;
    last = rows.at(-1)?.id ?? 0;
  }
}

async function contentOf(file: StoredFileRow): Promise<Readable | null> {
  try {
    return await verifiedContent(await openStoredFile(file));
  } catch {
    return null;
  }
}
