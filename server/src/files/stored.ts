/** The rows of stored files, and the rule that bytes and row live and die together (T5). */
import { randomBytes } from "node:crypto";
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { isDatabaseUnavailable } from "#server/database/errors.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { removeFiles } from "./files.jobs.ts";
import { formatOfMimeType } from "./formats.ts";
import { dropSpooled, type SpooledFile } from "./spool.ts";
import { emitUploadStep } from "./upload-steps.ts";

/** Checked, encrypted and in storage, but in no row yet. */
export type ReceivedFile = {
  storageKey: string;
  storageDriver: StoredFileRow["storageDriver"];
  /** The random public name, for /uploads/:name and the fileName columns. */
  name: string;
  originalName: string;
  mimeType: string;
  size: number;
  digest: string;
  wrappedKey: Buffer;
  caseKeyId: number;
  kind: StoredFileRow["kind"];
  caseId: number | null;
  createdBy: number | null;
};

export type AboutFile = Pick<
  ReceivedFile,
  "kind" | "caseId" | "createdBy" | "originalName" | "mimeType"
>;

const kept = new WeakSet<ReceivedFile>();

export async function storeSpooled(file: SpooledFile, about: AboutFile): Promise<ReceivedFile> {
  const storage = runtime.files.current;
  try {
    await storage.put(file.storageKey, file.path);
  } catch (error) {
    await dropSpooled([file]);
    throw error;
  }
  return {
    ...about,
    storageKey: file.storageKey,
    storageDriver: storage.driver,
    name: publicName(about.mimeType),
    size: file.size,
    digest: file.digest,
    wrappedKey: file.fileKey.wrappedKey,
    caseKeyId: file.fileKey.caseKeyId,
  };
}

/** Writes the rows, in the order of the files. Whatever is not kept is removed after the request. */
export async function keepFiles(
  tx: Transaction,
  files: readonly ReceivedFile[],
): Promise<StoredFileRow[]> {
  if (files.length === 0) return [];
  const rows = await tx
    .insert(storedFiles)
    .values([...files])
    .returning();
  emitUploadStep("written");
  for (const file of files) kept.add(file);
  const byKey = new Map(rows.map((row) => [row.storageKey, row]));
  return files.flatMap((file) => byKey.get(file.storageKey) ?? []);
}

/** Lets go of files together with the change that no longer needs them; the bytes go after the commit (S-24, S-30). */
export async function releaseFiles(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await release(tx, inArray(storedFiles.id, [...ids]));
}

/** All files of a case, before the case itself is deleted (S-24). */
export async function releaseFilesOfCase(tx: Transaction, caseId: number): Promise<void> {
  await release(tx, eq(storedFiles.caseId, caseId));
}

async function release(tx: Transaction, which: SQL): Promise<void> {
  const released = await tx
    .update(storedFiles)
    .set({ deletedAt: runtime.clock.now().toISOString() })
    .where(and(which, isNull(storedFiles.deletedAt)))
    .returning({ id: storedFiles.id });
  if (released.length > 0) await removeFiles.enqueue(tx, {});
}

const publicNamePattern = /^[\w .()-]{1,200}$/;

/** A look-up, not a path (security.md 5.3): null for any name that is not exactly the name of one living file. */
export async function findStoredFileByName(
  executor: Executor,
  name: string,
): Promise<StoredFileRow | null> {
  if (!publicNamePattern.test(name)) return null;
  const [row] = await executor
    .select()
    .from(storedFiles)
    .where(and(eq(storedFiles.name, name), isNull(storedFiles.deletedAt)))
    .limit(1);
  return row ?? null;
}

export async function getStoredFile(executor: Executor, id: number): Promise<StoredFileRow | null> {
  const [row] = await executor
    .select()
    .from(storedFiles)
    .where(and(eq(storedFiles.id, id), isNull(storedFiles.deletedAt)))
    .limit(1);
  return row ?? null;
}

/**
 * Removes the bytes of files that got no row. After a failure the table decides: one that came after the commit must not
 * take the bytes of committed rows with it. Where nobody can tell (the database went away during the commit), the sweep
 * decides later.
 */
export async function discardUnkept(
  files: readonly ReceivedFile[],
  failure?: unknown,
): Promise<void> {
  try {
    // Without a failure what was kept is committed; with the database away nobody can tell.
    const isLeftAlone = failure === undefined || isDatabaseUnavailable(failure);
    const candidates = isLeftAlone ? files.filter((file) => !kept.has(file)) : [...files];
    if (candidates.length === 0) return;
    const rows = failure === undefined ? keysOf(candidates) : await findRows(candidates);
    const orphans = candidates.filter((file) => !rows.has(file.storageKey));
    await Promise.all(
      orphans.map((file) => runtime.files.of(file.storageDriver).remove(file.storageKey)),
    );
  } catch (error) {
    runtime.log.warn({ error }, "files without a row are left to the sweep");
  }
}

function keysOf(files: readonly ReceivedFile[]): Set<string> {
  return new Set(files.filter((file) => kept.has(file)).map((file) => file.storageKey));
}

async function findRows(files: readonly ReceivedFile[]): Promise<Set<string>> {
  const mayHaveRows = keysOf(files);
  if (mayHaveRows.size === 0) return mayHaveRows;
  const rows = await runtime.database
    .select({ storageKey: storedFiles.storageKey })
    .from(storedFiles)
    .where(inArray(storedFiles.storageKey, [...mayHaveRows]));
  return new Set(rows.map((row) => row.storageKey));
}

function publicName(mimeType: string): string {
  const extension = formatOfMimeType(mimeType)?.extensions[0] ?? "bin";
  return `${randomBytes(16).toString("hex")}.${extension}`;
}
