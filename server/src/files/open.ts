/** Opens stored files for reading. Nothing is handed out that has not been verified to the last byte (P3). */
import { Readable } from "node:stream";
import { notFound, AppError, fileDamaged, unavailable } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { ObjectMissing, type ByteRange } from "#server/integrations/storage/storage.ts";
import { DamagedFile, decrypt, type EncryptedObject } from "./encryption.ts";
import { KeyMismatch, openFileKey } from "./keys.ts";

/** Up to here the verified bytes are held and sent; anything longer is read a second time instead. */
const HELD_BYTES = 1_048_576;

export async function openStoredFile(file: StoredFileRow): Promise<EncryptedObject> {
  if (file.deletedAt !== null) throw notFound("file");
  const storage = runtime.files.of(file.storageDriver);
  const key = await openFileKey(runtime.database, file);
  return {
    secret: { key, storageKey: file.storageKey },
    size: file.size,
    open: (range) => storage.open(file.storageKey, range),
  };
}

/** Reads everything once before the first byte leaves, so that a damaged file is an error and never half a page. */
export async function verifiedContent(
  object: EncryptedObject,
  range?: ByteRange,
): Promise<Readable> {
  const length = range ? range.end - range.start + 1 : object.size;
  const held: Buffer[] = [];
  for await (const part of decrypt(object, range)) if (length <= HELD_BYTES) held.push(part);
  return length <= HELD_BYTES
    ? Readable.from(held, { objectMode: false })
    : Readable.from(secondReading(object, range), { objectMode: false });
}

/** What goes wrong before its first byte has left is still an answer. */
async function* secondReading(object: EncryptedObject, range?: ByteRange) {
  try {
    yield* decrypt(object, range);
  } catch (error) {
    throw asReadFailure(error, object.secret);
  }
}

/** What a caller may know about a file that could not be read; the log knows the rest. */
export function asReadFailure(error: unknown, file: { id?: number; storageKey: string }): unknown {
  if (error instanceof AppError) return error;
  const about = { error, storedFileId: file.id, storageKey: file.storageKey };
  if (
    error instanceof DamagedFile ||
    error instanceof KeyMismatch ||
    error instanceof ObjectMissing
  ) {
    runtime.log.error(about, "a stored file is damaged or missing");
    return fileDamaged();
  }
  runtime.log.error(about, "a stored file could not be read");
  return unavailable("Files cannot be read at the moment. Please try again later.");
}
