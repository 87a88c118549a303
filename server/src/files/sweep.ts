/** Puts storage and table back in step after crashes: neither side may keep what the other has forgotten. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, gt, inArray, isNotNull, isNull, lt, or } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { violatesForeignKey } from "#server/database/errors.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import type { FileStorage } from "#server/integrations/storage/storage.ts";
import { unlessBackupRuns } from "./removal-lock.ts";

const HOUR_MS = 3_600_000;
const BATCH = 500;

export type SweepReport = {
  /** Objects that no row knew. */
  removed: number;
  /** Storage keys of rows whose object is not there; a person has to look at them. */
  missing: string[];
};

/** An object gets its row within one request, so an old one without a row is left over from a crash. */
export async function sweepOrphans(olderThanHours = 24): Promise<SweepReport> {
  const startedAt = runtime.clock.now().getTime();
  const storages = new Set([runtime.files.current, runtime.files.of("local")]);
  const report: SweepReport = { removed: 0, missing: [] };
  for (const storage of storages) {
    const known = await sweepStorage(
      storage,
      new Date(startedAt - olderThanHours * HOUR_MS),
      report,
    );
    const missing = await listMissing(storage, new Date(startedAt - HOUR_MS), known);
    for (const storageKey of missing) runtime.log.error({ storageKey }, "a stored file is missing");
    report.missing.push(...missing);
  }
  if (report.removed > 0)
    runtime.log.info({ removed: report.removed }, "left-over objects removed");
  return report;
}

/** Removes the bytes and the rows of files that a committed change has let go of, or whose case key is gone. */
export async function removeReleasedFiles(): Promise<number> {
  return (await unlessBackupRuns(removeReleased)) ?? 0;
}

async function removeReleased(): Promise<number> {
  let removed = 0;
  let rows: StoredFileRow[] = [];
  do {
    rows = await runtime.database
      .select()
      .from(storedFiles)
      .where(
        and(
          or(isNotNull(storedFiles.deletedAt), isNull(storedFiles.caseKeyId)),
          gt(storedFiles.id, rows.at(-1)?.id ?? 0),
        ),
      )
      .orderBy(storedFiles.id)
      .limit(BATCH);
    for (const row of rows) {
      // Bytes first: a row without bytes is found again, bytes without a row would have to wait for the sweep.
      await runtime.files.of(row.storageDriver).remove(row.storageKey);
      if (await removeRow(row.id)) removed += 1;
    }
  } while (rows.length > 0);
  return removed;
}

/** Spooled uploads of a process that has died. A younger one may belong to another process on the same directory. */
export async function sweepSpool(olderThanHours = 1): Promise<number> {
  const before = runtime.clock.now().getTime() - olderThanHours * HOUR_MS;
  let removed = 0;
  for (const name of await readdir(runtime.files.spoolDirectory)) {
    const path = join(runtime.files.spoolDirectory, name);
    const found = await stat(path).catch(() => null);
    if (!found?.isFile() || found.mtimeMs > before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

async function sweepStorage(
  storage: FileStorage,
  before: Date,
  report: SweepReport,
): Promise<Set<string>> {
  const all = new Set<string>();
  let batch: string[] = [];
  for await (const object of storage.list()) {
    all.add(object.key);
    if (object.storedAt < before) batch.push(object.key);
    if (batch.length === BATCH) {
      report.removed += await removeUnknown(storage, batch);
      batch = [];
    }
  }
  report.removed += await removeUnknown(storage, batch);
  return all;
}

async function removeUnknown(storage: FileStorage, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const rows = await runtime.database
    .select({ storageKey: storedFiles.storageKey })
    .from(storedFiles)
    .where(inArray(storedFiles.storageKey, keys));
  const known = new Set(rows.map((row) => row.storageKey));
  const unknown = keys.filter((key) => !known.has(key));
  for (const key of unknown) await storage.remove(key);
  return unknown.length;
}

async function listMissing(
  storage: FileStorage,
  before: Date,
  known: Set<string>,
): Promise<string[]> {
  const rows = await runtime.database
    .select({ storageKey: storedFiles.storageKey })
    .from(storedFiles)
    .where(
      and(
        eq(storedFiles.storageDriver, storage.driver),
        isNull(storedFiles.deletedAt),
        isNotNull(storedFiles.caseKeyId),
        lt(storedFiles.createdAt, before.toISOString()),
      ),
    );
  return rows.map((row) => row.storageKey).filter((key) => !known.has(key));
}

async function removeRow(id: number): Promise<boolean> {
  try {
    await runtime.database.delete(storedFiles).where(eq(storedFiles.id, id));
    return true;
  } catch (error) {
    if (!violatesForeignKey(error)) throw error;
    runtime.log.error({ storedFileId: id }, "a released file still belongs to a record");
    return false;
  }
}
