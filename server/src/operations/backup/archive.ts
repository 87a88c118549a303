/**
 * The file of a backup: a preamble in the clear (magic, salt, which keys it belongs to, checksum), then one stream that
 * is encrypted and sealed chunk by chunk exactly as stored files are (files/encryption.ts), under a key of its own.
 */
import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, open, rm, stat, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isSameSecret } from "#server/core/secrets.ts";
import {
  CHUNK_BYTES,
  createEncryptor,
  DamagedFile,
  decrypt,
  encryptedSize,
  type EncryptedObject,
} from "#server/files/encryption.ts";
import { BackupError } from "./backup-error.ts";
import { readFrames, type Frame } from "./frames.ts";

export type ArchiveKeys = {
  /** The one in use first; a backup may have been made under the one before. */
  filesKeys: readonly Buffer[];
  secretKey: Buffer;
};

const MAGIC = Buffer.from("CMPBKUP1", "latin1");
const SALT_BYTES = 16;
const CHECK_BYTES = 16;
const PREAMBLE_BYTES = MAGIC.length + SALT_BYTES + 3 * CHECK_BYTES;
const TAG_BYTES = 16;
const OVERHEAD_BYTES = encryptedSize(0) - TAG_BYTES;

/** The file appears complete and on disk, or not at all; one that is there already is never overwritten. */
export async function writeArchive(
  path: string,
  keys: ArchiveKeys,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const [filesKey = Buffer.alloc(0)] = keys.filesKeys;
  const salt = randomBytes(SALT_BYTES);
  const draft = `${path}.${salt.toString("hex")}.part`;
  const handle = await openDraft(draft);
  try {
    await handle.write(preambleOf(salt, filesKey, keys.secretKey));
    // Synced to disk before it is closed.
    const sink = handle.createWriteStream({ flush: true });
    await pipeline(Readable.from(content), createEncryptor(archiveSecret(salt, filesKey)), sink);
    await link(draft, path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new BackupError(`${path} is there already: choose another name.`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
}

/** Every frame in its order, each verified before it is handed out. */
export async function* readArchive(
  path: string,
  keys: ArchiveKeys,
): AsyncGenerator<Frame, void, undefined> {
  const object = await openArchive(path, keys);
  try {
    yield* readFrames(decrypt(object));
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    const what = error.message.slice(error.message.indexOf(": ") + 2);
    throw new BackupError(`The backup ${path} is damaged: ${what}.`, { cause: error });
  }
}

async function openArchive(path: string, keys: ArchiveKeys): Promise<EncryptedObject> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw new BackupError(`The backup ${path} cannot be read.`, { cause: error });
  });
  const preamble = await readPreamble(path);
  if (!preamble.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new BackupError(`${path} is no backup of this portal.`);
  }
  const body = preamble.subarray(0, -CHECK_BYTES);
  if (!preamble.subarray(-CHECK_BYTES).equals(checksumOf(body))) {
    throw new BackupError(`The backup ${path} is damaged: its beginning is not as it was written.`);
  }
  const salt = preamble.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  const filesKey = keys.filesKeys.find((key) => isPreambleOf(body, salt, [key, "files"]));
  if (filesKey === undefined) {
    throw new BackupError("FILES_KEY is not the one that this backup was made with.");
  }
  if (!isPreambleOf(body, salt, [keys.secretKey, "secret"])) {
    throw new BackupError("SECRET_KEY is not the one that this backup was made with.");
  }
  return {
    secret: archiveSecret(salt, filesKey),
    size: plainSizeOf(size - PREAMBLE_BYTES),
    open: async (range) =>
      createReadStream(path, {
        start: PREAMBLE_BYTES + (range?.start ?? 0),
        ...(range && { end: PREAMBLE_BYTES + range.end }),
      }),
  };
}

async function openDraft(path: string): Promise<FileHandle> {
  return open(path, "wx", 0o600).catch((error: unknown) => {
    throw new BackupError(`${path.replace(/\.\w+\.part$/, "")} cannot be written.`, {
      cause: error,
    });
  });
}

async function readPreamble(path: string): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(PREAMBLE_BYTES));
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Magic, salt, a check of each key, and a checksum: so that a wrong key is told from a damaged file. */
function preambleOf(salt: Buffer, filesKey: Buffer, secretKey: Buffer): Buffer {
  const body = Buffer.concat([
    MAGIC,
    salt,
    keyCheck(salt, [filesKey, "files"]),
    keyCheck(salt, [secretKey, "secret"]),
  ]);
  return Buffer.concat([body, checksumOf(body)]);
}

type NamedKey = [key: Buffer, name: "files" | "secret"];

function isPreambleOf(body: Buffer, salt: Buffer, named: NamedKey): boolean {
  const start = MAGIC.length + SALT_BYTES + (named[1] === "files" ? 0 : CHECK_BYTES);
  const found = body.subarray(start, start + CHECK_BYTES);
  return isSameSecret(found.toString("hex"), keyCheck(salt, named).toString("hex"));
}

function keyCheck(salt: Buffer, [key, name]: NamedKey): Buffer {
  const text = Buffer.concat([Buffer.from(`backup ${name} key check`), salt]);
  return createHmac("sha256", key).update(text).digest().subarray(0, CHECK_BYTES);
}

function checksumOf(body: Buffer): Buffer {
  return createHash("sha256").update(body).digest().subarray(0, CHECK_BYTES);
}

function archiveSecret(salt: Buffer, filesKey: Buffer): EncryptedObject["secret"] {
  const key = Buffer.from(hkdfSync("sha256", filesKey, salt, "portal:backup", 32));
  return { key, storageKey: `backup:${salt.toString("hex")}` };
}

function plainSizeOf(stored: number): number {
  const content = stored - OVERHEAD_BYTES;
  return content - Math.ceil(content / (CHUNK_BYTES + TAG_BYTES)) * TAG_BYTES;
}
