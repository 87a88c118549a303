/** Scans become documents of their cases, one after the other; each is written together with what became of it. */
import { Readable } from "node:stream";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { SignedInActor } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { documents } from "#server/database/tables/documents.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { type ImportRecord, imports } from "#server/database/tables/imports.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { type Archive, BadArchive, openArchive } from "#server/files/archive.ts";
import { decrypt } from "#server/files/encryption.ts";
import { openStoredFile } from "#server/files/open.ts";
import { withGivenFile } from "#server/files/receive-mailed.ts";
import { getStoredFile, type ReceivedFile, releaseFiles } from "#server/files/stored.ts";
import { uploadIn } from "#server/modules/documents/document-upload.service.ts";
import { actingAdmin } from "./acting-admin.ts";
import { isRunning, tellAdmins } from "./import-record.ts";
import { ofFiles, type Scan, scanOf } from "./scan-rows.ts";

type Row = typeof importRows.$inferSelect;
type Outcome = Pick<Row, "state"> & { problem?: string; made?: Row["made"] };
type Writing = { row: ImportRecord; one: Row; scan: Scan; archive: Archive | null };

const TOLD_APART_MS = 1000;
const quiet = { tellsAutomation: false } as const;

/** False when it was stopped before the end. */
export async function runScans(row: ImportRecord): Promise<boolean> {
  const archive = await archiveOf(row);
  const waiting = await runtime.database
    .select()
    .from(importRows)
    .where(and(ofFiles(row.id), inArray(importRows.state, ["ready", "warned"])))
    .orderBy(asc(importRows.number));
  let toldAt = 0;
  for (const one of waiting) {
    const scan = scanOf(one);
    if (!scan) continue;
    const isGoingOn = await writeScan({ row, one, scan, archive });
    if (!isGoingOn) return false;
    const now = runtime.clock.now().getTime();
    if (now - toldAt < TOLD_APART_MS) continue;
    toldAt = now;
    await tellAdmins(runtime.database);
  }
  return true;
}

async function archiveOf({ storedFileId }: ImportRecord): Promise<Archive | null> {
  const file = storedFileId === null ? null : await getStoredFile(runtime.database, storedFileId);
  return file && openArchive(file);
}

/** False when the import runs no more. */
async function writeScan(writing: Writing): Promise<boolean> {
  const { row, one, scan } = writing;
  const actor = await actingAdmin(runtime.database, row);
  try {
    if (one.caseId === null)
      return await settle(writing, { state: "failed", problem: "Case not found" });
    const given = { name: nameOf(scan), type: "", content: await contentOf(writing) };
    const context = { rule: "caseDocument", caseId: one.caseId, userId: actor.id } as const;
    return await withGivenFile(context, given, (file) => keep(actor, writing, file));
  } catch (error) {
    if (error instanceof BadArchive)
      return settle(writing, { state: "failed", problem: error.message });
    if (!(error instanceof AppError)) throw error;
    if (error.status >= 500) return stop(row, error.message);
    return settle(writing, { state: "failed", problem: error.message });
  }
}

const nameOf = ({ path }: Scan) => path.slice(path.lastIndexOf("/") + 1);

async function contentOf({ one, archive }: Writing): Promise<Readable> {
  if (archive) return archive.read(one.number);
  const file = await getStoredFile(runtime.database, one.storedFileId ?? 0);
  if (!file) throw new BadArchive("The file is damaged.");
  return Readable.from(decrypt(await openStoredFile(file)), { objectMode: false });
}

function keep(actor: SignedInActor, writing: Writing, file: ReceivedFile): Promise<boolean> {
  const { row, one, scan } = writing;
  const caseId = file.caseId ?? 0;
  return inTransaction(async (tx) => {
    if (!(await stillRuns(tx, row.id))) return false;
    const twin = await findTwin(tx, file);
    const [document] =
      twin === undefined
        ? await uploadIn(tx, actor, {
            caseId,
            files: [file],
            form: { category: scan.category, assignedTo: scan.applicantId ?? undefined },
            because: { importId: row.id },
            quiet,
          })
        : [];
    await writeOutcome(
      tx,
      one,
      document
        ? { state: "created", made: { documentId: document.id } }
        : { state: "skipped", problem: `Already there: "${twin}"` },
    );
    return true;
  });
}

/** The same bytes in the case, under whatever name. */
async function findTwin(tx: Transaction, file: ReceivedFile): Promise<string | undefined> {
  const [twin] = await tx
    .select({ name: documents.originalName })
    .from(documents)
    .innerJoin(storedFiles, eq(storedFiles.id, documents.storedFileId))
    .where(and(eq(documents.caseId, file.caseId ?? 0), eq(storedFiles.digest, file.digest)))
    .limit(1);
  return twin?.name;
}

function settle({ row, one }: Writing, outcome: Outcome): Promise<boolean> {
  return inTransaction(async (tx) => {
    if (!(await stillRuns(tx, row.id))) return false;
    await writeOutcome(tx, one, outcome);
    return true;
  });
}

async function stillRuns(tx: Transaction, id: number): Promise<boolean> {
  const found = await tx.select().from(imports).where(isRunning(id)).for("update");
  return found.length > 0;
}

async function writeOutcome(
  tx: Transaction,
  one: Row,
  { state, problem, made }: Outcome,
): Promise<void> {
  const level = state === "failed" ? ("problem" as const) : ("warning" as const);
  const problems =
    problem === undefined
      ? one.problems
      : [...one.problems, { column: null, text: problem, level }];
  await tx
    .update(importRows)
    .set({ state, problems, made: made ?? null, storedFileId: null })
    .where(and(ofFiles(one.importId), eq(importRows.number, one.number)));
  if (one.storedFileId !== null) await releaseFiles(tx, [one.storedFileId]);
  await tx
    .update(imports)
    .set({ position: sql`${imports.position} + 1` })
    .where(eq(imports.id, one.importId));
}

/** A full disk, or a scanner that is down: an admin goes on when it is mended. */
async function stop({ id }: ImportRecord, reason: string): Promise<false> {
  await inTransaction(async (tx) => {
    await tx.update(imports).set({ state: "paused", reason }).where(isRunning(id));
    await tellAdmins(tx);
  });
  return false;
}
