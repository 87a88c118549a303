/**
 * How the content of a file is encrypted (security.md 5.4): chunks of 64 KiB under AES-256-GCM, each bound to its place
 * and to its file, the last one marked, so that a changed, moved, missing or added chunk is noticed when it is read.
 *
 * An object is a header (magic, version, 7 random bytes) followed by the chunks, each with its tag of 16 bytes.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Readable, Transform } from "node:stream";
import type { ByteRange } from "#server/integrations/storage/storage.ts";
import { createByteReader } from "./byte-reader.ts";

export const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const STORED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;
const MAGIC = Buffer.from("CMPF\x01", "latin1");
const PREFIX_BYTES = 7;
const HEADER_BYTES = MAGIC.length + PREFIX_BYTES;
const ALGORITHM = "aes-256-gcm";

/** The key of one file and the storage key it is bound to. */
export type FileSecret = { key: Buffer; storageKey: string };

/** An encrypted object, and what its row knows about it. */
export type EncryptedObject = {
  secret: FileSecret;
  /** Of the plain content. */
  size: number;
  open(range?: ByteRange): Promise<Readable>;
};

/** The stored bytes are not what was stored: never shown, always logged (P3). */
export class DamagedFile extends Error {
  constructor(storageKey: string, what: string) {
    super(`File ${storageKey} is damaged: ${what}`);
    this.name = "DamagedFile";
  }
}

export function encryptedSize(plainSize: number): number {
  return HEADER_BYTES + plainSize + chunkCount(plainSize) * TAG_BYTES;
}

export function createEncryptor(secret: FileSecret): Transform {
  const prefix = randomBytes(PREFIX_BYTES);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let index = 0;

  function seal(plain: Buffer, isLast: boolean): Buffer {
    const nonce = nonceOf(prefix, index, isLast);
    index += 1;
    const cipher = createCipheriv(ALGORITHM, secret.key, nonce).setAAD(boundTo(secret));
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  return new Transform({
    construct(done) {
      this.push(Buffer.concat([MAGIC, prefix]));
      done();
    },
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk);
      waitingBytes += chunk.length;
      // One full chunk always stays behind: only the end tells which one is the last.
      if (waitingBytes > CHUNK_BYTES) {
        let plain = Buffer.concat(waiting);
        for (; plain.length > CHUNK_BYTES; plain = plain.subarray(CHUNK_BYTES)) {
          this.push(seal(plain.subarray(0, CHUNK_BYTES), false));
        }
        waiting = [plain];
        waitingBytes = plain.length;
      }
      done();
    },
    flush(done) {
      this.push(seal(Buffer.concat(waiting), true));
      done();
    },
  });
}

/** Yields the plain bytes of a range, or of the whole file; throws DamagedFile before an unverified byte could leave. */
export async function* decrypt(
  object: EncryptedObject,
  range?: ByteRange,
): AsyncGenerator<Buffer, void, undefined> {
  const { start, end } = range ?? { start: 0, end: Math.max(0, object.size - 1) };
  const first = Math.floor(start / CHUNK_BYTES);
  const last = Math.floor(end / CHUNK_BYTES);
  const prefix = first === 0 ? null : await readPrefix(object);
  const source = await object.open(range && storedRange(object, first, last));
  try {
    const reader = createByteReader(source);
    const noncePrefix = prefix ?? prefixIn(object, await reader.take(HEADER_BYTES));
    for (let index = first; index <= last; index += 1) {
      const stored = await reader.take(storedChunkBytes(object, index));
      const plain = unseal(object, { stored, index, prefix: noncePrefix });
      const from = index === first ? start - index * CHUNK_BYTES : 0;
      yield plain.subarray(from, index === last ? end - index * CHUNK_BYTES + 1 : undefined);
    }
    if ((await reader.take(1)).length > 0) {
      throw new DamagedFile(object.secret.storageKey, "it is longer than it was");
    }
  } finally {
    source.destroy();
  }
}

async function readPrefix(object: EncryptedObject): Promise<Buffer> {
  const source = await object.open({ start: 0, end: HEADER_BYTES - 1 });
  try {
    return prefixIn(object, await createByteReader(source).take(HEADER_BYTES));
  } finally {
    source.destroy();
  }
}

function prefixIn(object: EncryptedObject, header: Buffer): Buffer {
  if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new DamagedFile(object.secret.storageKey, "its header is wrong");
  }
  return header.subarray(MAGIC.length);
}

type StoredChunk = { stored: Buffer; index: number; prefix: Buffer };

function unseal(object: EncryptedObject, { stored, index, prefix }: StoredChunk): Buffer {
  const isLast = index === chunkCount(object.size) - 1;
  if (stored.length < storedChunkBytes(object, index)) {
    throw new DamagedFile(object.secret.storageKey, `chunk ${index} is cut`);
  }
  const decipher = createDecipheriv(
    ALGORITHM,
    object.secret.key,
    nonceOf(prefix, index, isLast),
  ).setAAD(boundTo(object.secret));
  decipher.setAuthTag(stored.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(stored.subarray(0, -TAG_BYTES));
    decipher.final();
    return plain;
  } catch {
    throw new DamagedFile(object.secret.storageKey, `chunk ${index} does not match its tag`);
  }
}

function chunkCount(plainSize: number): number {
  return Math.max(1, Math.ceil(plainSize / CHUNK_BYTES));
}

function storedChunkBytes(object: EncryptedObject, index: number): number {
  const isLast = index === chunkCount(object.size) - 1;
  return isLast ? object.size - index * CHUNK_BYTES + TAG_BYTES : STORED_CHUNK_BYTES;
}

function storedRange(object: EncryptedObject, first: number, last: number): ByteRange {
  const end = HEADER_BYTES + last * STORED_CHUNK_BYTES + storedChunkBytes(object, last) - 1;
  return { start: first === 0 ? 0 : HEADER_BYTES + first * STORED_CHUNK_BYTES, end };
}

function nonceOf(prefix: Buffer, index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(PREFIX_BYTES + 5);
  prefix.copy(nonce);
  nonce.writeUInt32BE(index, PREFIX_BYTES);
  nonce.writeUInt8(isLast ? 1 : 0, PREFIX_BYTES + 4);
  return nonce;
}

function boundTo(secret: FileSecret): Buffer {
  return Buffer.concat([Buffer.from(secret.storageKey, "latin1"), MAGIC.subarray(-1)]);
}
