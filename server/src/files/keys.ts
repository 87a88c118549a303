/**
 * The chain of keys (security.md 5.4): FILES_KEY wraps one key per case, which wraps one key per file. Deleting the key
 * of a case turns every copy of its files into noise.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type Hmac,
  randomBytes,
  randomInt,
} from "node:crypto";
import { asc, desc, eq, inArray, isNull } from "drizzle-orm";
import { notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Database, Executor, Transaction } from "#server/database/connection.ts";
import { violatesForeignKey } from "#server/database/errors.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = "aes-256-gcm";

export type NewFileKey = { key: Buffer; wrappedKey: Buffer; caseKeyId: number };
/** What a row says about the key of its file. */
export type WrappedFileKey = { storageKey: string; wrappedKey: Buffer; caseKeyId: number | null };

/** The wrapping key in use is not the one that wrapped: a wrong FILES_KEY, or a changed row. */
export class KeyMismatch extends Error {
  constructor(what: string) {
    super(`${what} cannot be opened with this FILES_KEY`);
    this.name = "KeyMismatch";
  }
}

/** Makes keys for the new files of a case. Files of no case (samples, avatars) share the key of the bureau. */
export async function fileKeyMaker(
  caseId: number | null,
): Promise<(storageKey: string) => NewFileKey> {
  const caseKey = (await findCaseKey(caseId)) ?? (await createCaseKey(caseId));
  return (storageKey) => {
    const key = randomBytes(KEY_BYTES);
    return { key, wrappedKey: wrapKey(caseKey.key, key, storageKey), caseKeyId: caseKey.id };
  };
}

/** For short texts of a case (case-seal.ts). Made before any lock is taken, as above. */
export async function makeCaseKey(caseId: number): Promise<Buffer> {
  return ((await findCaseKey(caseId)) ?? (await createCaseKey(caseId))).key;
}

/** Of a case that this transaction has opened itself: nobody else can make its key meanwhile. */
export async function makeKeyOfNewCase(tx: Transaction, caseId: number): Promise<Buffer> {
  return (await createCaseKey(caseId, tx)).key;
}

export type FileKeyRewrapper = (
  executor: Executor,
  file: WrappedFileKey,
) => Promise<Pick<NewFileKey, "wrappedKey" | "caseKeyId">>;

/**
 * Puts the existing key of a file under the key of another case; the bytes stay as they are. Made before any lock is
 * taken: the key of the case may have to be made first, on a connection of its own.
 */
export async function fileKeyRewrapper(caseId: number): Promise<FileKeyRewrapper> {
  const caseKey = (await findCaseKey(caseId)) ?? (await createCaseKey(caseId));
  return async (executor, file) => {
    const key = await openFileKey(executor, file);
    return { wrappedKey: wrapKey(caseKey.key, key, file.storageKey), caseKeyId: caseKey.id };
  };
}

export async function openFileKey(executor: Executor, file: WrappedFileKey): Promise<Buffer> {
  // The case is gone and its key with it (security.md 5.6).
  if (file.caseKeyId === null) throw notFound("file");
  const [row] = await executor
    .select()
    .from(caseKeys)
    .where(eq(caseKeys.id, file.caseKeyId))
    .limit(1);
  if (!row) throw notFound("file");
  return unwrapKey(openCaseKey(row), file.wrappedKey, file.storageKey);
}

/** So many keys between the oldest and the newest are tried at the start, however many cases there are. */
const SAMPLE = 50;

/**
 * For the start: with a wrong FILES_KEY no file could be opened, so it is better not to start at all. The newest key was
 * wrapped last. An interrupted rotation, which goes from the newest to the oldest, has left the oldest under the key
 * before. Rows that somebody has changed are found by the integrity check, which opens all.
 */
export async function checkFilesKey(executor: Executor): Promise<void> {
  const [newest] = await executor.select().from(caseKeys).orderBy(desc(caseKeys.id)).limit(1);
  const [oldest] = await executor.select().from(caseKeys).orderBy(asc(caseKeys.id)).limit(1);
  if (!newest || !oldest) return;
  const between = Array.from({ length: SAMPLE }, () => randomInt(oldest.id, newest.id + 1));
  const sample = await executor.select().from(caseKeys).where(inArray(caseKeys.id, between));
  for (const row of [newest, oldest, ...sample]) openCaseKey(row);
}

/** Throws KeyMismatch for a case key that FILES_KEY does not open. */
export function requireOpenable(row: CaseKeyRow): void {
  openCaseKey(row);
}

/**
 * The same content has the same digest, so that a repeated upload is recognised. It is keyed: a copy of the table does not
 * tell which known document a client has handed in. The key comes from the bureau's, which a new FILES_KEY only wraps
 * anew, so digests never change.
 */
export async function createDigest(): Promise<Hmac> {
  const { database } = runtime;
  const known = digestKeys.get(database) ?? (await makeDigestKey());
  digestKeys.set(database, known);
  return createHmac("sha256", known);
}

const digestKeys = new WeakMap<Database, Buffer>();

async function makeDigestKey(): Promise<Buffer> {
  const { key } = (await findCaseKey(null)) ?? (await createCaseKey(null));
  return createHmac("sha256", key).update("content digest").digest();
}

/** The same key under the FILES_KEY in use; null when that has wrapped it already. */
export function rewrapCaseKey(row: CaseKeyRow): Buffer | null {
  const { filesKey } = runtime.config;
  const { key, isCurrent } = unwrapCaseKey(row);
  return isCurrent ? null : wrapKey(filesKey, key, contextOf(row.caseId));
}

export function wrapKey(wrapping: Buffer, key: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, wrapping, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

export function unwrapKey(wrapping: Buffer, wrapped: Buffer, context: string): Buffer {
  if (wrapped.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) throw new KeyMismatch(context);
  const nonce = wrapped.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, wrapping, nonce).setAAD(Buffer.from(context));
  decipher.setAuthTag(wrapped.subarray(-TAG_BYTES));
  try {
    const key = decipher.update(wrapped.subarray(NONCE_BYTES, -TAG_BYTES));
    decipher.final();
    return key;
  } catch {
    throw new KeyMismatch(context);
  }
}

type CaseKeyRow = typeof caseKeys.$inferSelect;
type WrappedCaseKey = Pick<CaseKeyRow, "caseId" | "wrappedKey">;
type OpenCaseKey = { id: number; key: Buffer };

async function findCaseKey(caseId: number | null): Promise<OpenCaseKey | null> {
  const [row] = await runtime.database
    .select()
    .from(caseKeys)
    .where(caseId === null ? isNull(caseKeys.caseId) : eq(caseKeys.caseId, caseId))
    .limit(1);
  return row ? { id: row.id, key: openCaseKey(row) } : null;
}

async function createCaseKey(
  caseId: number | null,
  executor: Executor = runtime.database,
): Promise<OpenCaseKey> {
  const key = randomBytes(KEY_BYTES);
  const wrappedKey = wrapKey(runtime.config.filesKey, key, contextOf(caseId));
  try {
    const [row] = await executor
      .insert(caseKeys)
      .values({ caseId, wrappedKey })
      .onConflictDoNothing()
      .returning({ id: caseKeys.id });
    if (row) return { id: row.id, key };
  } catch (error) {
    if (violatesForeignKey(error)) throw notFound("case");
    throw error;
  }
  // Two first uploads of a case at once: the other one's key is the key of the case.
  const other = await findCaseKey(caseId);
  if (!other) throw notFound("case");
  return other;
}

export function openCaseKey(row: WrappedCaseKey): Buffer {
  return unwrapCaseKey(row).key;
}

/** While FILES_KEY is being changed, a key may still be under the one before (FILES_KEY_PREVIOUS). */
function unwrapCaseKey(row: WrappedCaseKey): { key: Buffer; isCurrent: boolean } {
  const { filesKey, previousFilesKey } = runtime.config;
  const context = contextOf(row.caseId);
  try {
    return { key: unwrapKey(filesKey, row.wrappedKey, context), isCurrent: true };
  } catch (error) {
    if (previousFilesKey === null) throw error;
    return { key: unwrapKey(previousFilesKey, row.wrappedKey, context), isCurrent: false };
  }
}

function contextOf(caseId: number | null): string {
  return caseId === null ? "case-key:bureau" : `case-key:${caseId}`;
}
