/** Scans of a folder that come one by one, and what an admin says about where a scan belongs. */
import { and, eq, sql } from "drizzle-orm";
import type { ImportRow, PlaceScanInput } from "contract/imports";
import type { SignedInActor } from "#server/core/actor.ts";
import { badField, badRequest, notFoundWith } from "#server/core/errors.ts";
import { keyedHash } from "#server/core/secrets.ts";
import type { Transaction } from "#server/database/connection.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { cases } from "#server/database/tables/cases.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import type { ImportRecord } from "#server/database/tables/imports.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { keepFiles, type ReceivedFile } from "#server/files/stored.ts";
import { mappingOf } from "./import-columns.ts";
import { assertState, lockImport, tellAdmins } from "./import-record.ts";
import { assertImports } from "./imports.policy.ts";
import { listedRow, namesOf } from "./listed-rows.ts";
import { columnsOfScan, judgeScan, loadPlaces, ofFiles, type Scan, scanOf } from "./scan-rows.ts";
import { countRows, sealValue } from "./stored-rows.ts";

type Adding = { id: number; path: string; files: readonly ReceivedFile[] };

export async function addFile(
  actor: SignedInActor,
  { id, path, files }: Adding,
): Promise<{ row: ImportRow; isNew: boolean }> {
  assertImports(actor);
  const [file] = files;
  if (!file) throw badRequest("No files selected");
  return inTransaction(async (tx) => {
    const row = await lockFolder(tx, id);
    const mark = keyedHash("import", `${file.size} ${path}`);
    const [there] = await tx
      .select({ number: importRows.number })
      .from(importRows)
      .where(and(ofFiles(id), eq(importRows.mark, mark)));
    if (there) return { row: await shown(tx, row, there.number), isNew: false };
    const number = await nextNumber(tx, id);
    const places = await loadPlaces(tx, [path]);
    const judged = judgeScan({ path, size: file.size, strange: null }, places);
    const [stored] = await keepFiles(tx, files);
    await tx.insert(importRows).values({
      importId: id,
      sheet: "files",
      number,
      mark,
      storedFileId: stored?.id ?? null,
      ...columnsOfScan(judged),
    });
    await countRows(tx, id);
    await tellAdmins(tx);
    return { row: await shown(tx, row, number), isNew: true };
  });
}

/** A ZIP holds what it holds. */
async function lockFolder(tx: Transaction, id: number): Promise<ImportRecord> {
  const row = await lockImport(tx, id);
  assertState(row, ["checked"]);
  if (row.kind !== "scans" || row.storedFileId !== null)
    throw badRequest("This import takes no files");
  return row;
}

async function nextNumber(tx: Transaction, id: number): Promise<number> {
  const [last] = await tx
    .select({ number: sql<number>`coalesce(max(${importRows.number}), 0)::int` })
    .from(importRows)
    .where(ofFiles(id));
  return (last?.number ?? 0) + 1;
}

type Placing = { id: number; number: number; place: PlaceScanInput };

export async function place(
  actor: SignedInActor,
  { id, number, place: said }: Placing,
): Promise<ImportRow> {
  assertImports(actor);
  return inTransaction(async (tx) => {
    const row = await lockImport(tx, id);
    assertState(row, ["checked"]);
    const [one] = await tx
      .select()
      .from(importRows)
      .where(and(ofFiles(id), eq(importRows.number, number)));
    const scan = one && scanOf(one);
    if (!one || !scan) throw notFoundWith("Row not found");
    const caseId = said.caseId === undefined ? one.caseId : await numberOfCase(tx, said.caseId);
    const isMoved = caseId !== one.caseId;
    const placed: Scan = {
      ...scan,
      // People of one case are not those of another.
      applicantId:
        said.applicantId === undefined ? (isMoved ? null : scan.applicantId) : said.applicantId,
      category: said.category ?? scan.category,
      isPlaced: true,
    };
    if (placed.applicantId !== null) await assertPerson(tx, placed.applicantId, caseId);
    const isBlocked = caseId === null || scan.strange !== null;
    await tx
      .update(importRows)
      .set({
        raw: sealValue(placed),
        caseId,
        ...(!isBlocked && { state: "ready" as const, problems: [] }),
      })
      .where(and(ofFiles(id), eq(importRows.number, number)));
    await countRows(tx, id);
    await tellAdmins(tx);
    return shown(tx, row, number);
  });
}

async function numberOfCase(tx: Transaction, code: string): Promise<number> {
  const [found] = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(eq(sql`lower(${cases.caseId})`, code.toLowerCase()));
  if (!found) throw badField("caseId", `No case "${code}"`);
  return found.id;
}

async function assertPerson(tx: Transaction, id: number, caseId: number | null): Promise<void> {
  const found = await tx.$count(
    applicants,
    and(eq(applicants.id, id), eq(applicants.caseId, caseId ?? 0)),
  );
  if (found === 0) throw badField("applicantId", "This applicant does not belong to the case");
}

async function shown(tx: Transaction, row: ImportRecord, number: number): Promise<ImportRow> {
  const [found] = await tx
    .select({ row: importRows, case: { id: cases.id, caseId: cases.caseId, title: cases.title } })
    .from(importRows)
    .leftJoin(cases, eq(cases.id, importRows.caseId))
    .where(and(ofFiles(row.id), eq(importRows.number, number)));
  if (!found) throw notFoundWith("Row not found");
  return listedRow(found, { mapping: mappingOf(row), people: await namesOf([found], tx) });
}
