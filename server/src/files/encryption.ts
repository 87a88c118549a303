/**
 * How the content of a file is encrypted (security.md 5.4): chunks of 64 KiB under AES-256-GCM, each bound to its place
 * and to its file, the last one marked, so that a changed, moved, missing or added chunk is noticed when it is read.
 *
 * An object is a header (magic, version, 7 random bytes) followed by the chunks, each with its tag of 16 bytes.
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import { type Readable, Transform, type TransformCallback } from "node:stream";
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

/** Sees the plain bytes as they pass; a promise holds them up, and what it throws ends the file. */
export type Watcher = (plain: Buffer) => Promise<void> | void;

export function createEncryptor(secret: FileSecret, watch: Watcher = () => undefined): Transform {
  const sealer = createSealer(secret);

  function pushAll(parts: readonly Buffer[]): void {
    for (const part of parts) stream.push(part);
  }

  async function holdUp(looking: Promise<void>, plain: Buffer, done: TransformCallback) {
    try {
      await looking;
      pushAll(sealer.seal(plain));
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  }

  const stream = new Transform({
    construct(done) {
      this.push(sealer.header);
      done();
    },
    transform(plain: Buffer, _encoding, done) {
      try {
        const looking = watch(plain);
        if (looking) {
          void holdUp(looking, plain, done);
          return;
        }
        pushAll(sealer.seal(plain));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      pushAll(sealer.end());
      done();
    },
  });
  return stream;
}

/** More pieces of one chunk than this are put together first: encrypting each by itself would cost more than the copy. */
const MOST_PIECES = 8;

/** Encrypts the bytes where they lie, under one key object for the whole file. */
function createSealer(secret: FileSecret) {
  const key = createSecretKey(secret.key);
  const context = boundTo(secret);
  const prefix = randomBytes(PREFIX_BYTES);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let index = 0;

  function sealChunk(isLast: boolean): Buffer[] {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(prefix, index, isLast)).setAAD(context);
    const pieces = waiting.length > MOST_PIECES ? [Buffer.concat(waiting)] : waiting;
    const sealed = pieces.map((piece) => cipher.update(piece));
    cipher.final();
    index += 1;
    waiting = [];
    waitingBytes = 0;
    return [...sealed, cipher.getAuthTag()];
  }

  return {
    header: Buffer.concat([MAGIC, prefix]),
    /** One full chunk always stays behind: only the end tells which one is the last. */
    seal(plain: Buffer): Buffer[] {
      const sealed: Buffer[] = [];
      for (let rest = plain; rest.length > 0;) {
        if (waitingBytes === CHUNK_BYTES) sealed.push(...sealChunk(false));
        const piece = rest.subarray(0, CHUNK_BYTES - waitingBytes);
        waiting.push(piece);
        waitingBytes += piece.length;
        rest = rest.subarray(piece.length);
      }
      return sealed;
    },
    end: () => sealChunk(true),
  };
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
    const file = {
      object,
      key: createSecretKey(object.secret.key),
      context: boundTo(object.secret),
      prefix: prefix ?? prefixIn(object, await reader.take(HEADER_BYTES)),
    };
    for (let index = first; index <= last; index += 1) {
      const sealed = await reader.takePieces(plainChunkBytes(object, index));
      const plain = unseal(file, { sealed, tag: await reader.take(TAG_BYTES), index });
      const from = index === first ? start - index * CHUNK_BYTES : 0;
      yield* cut(plain, from, index === last ? end - index * CHUNK_BYTES + 1 : CHUNK_BYTES);
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

type OpenFile = { object: EncryptedObject; key: KeyObject; context: Buffer; prefix: Buffer };
type SealedChunk = { sealed: readonly Buffer[]; tag: Buffer; index: number };

/** Nothing of a chunk is handed out before all of it has been verified. */
function unseal(file: OpenFile, { sealed, tag, index }: SealedChunk): Buffer[] {
  const { object, key, context, prefix } = file;
  const isLast = index === chunkCount(object.size) - 1;
  if (tag.length < TAG_BYTES) {
    throw new DamagedFile(object.secret.storageKey, `chunk ${index} is cut`);
  }
  const nonce = nonceOf(prefix, index, isLast);
  const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(context).setAuthTag(tag);
  try {
    const plain = sealed.map((piece) => decipher.update(piece));
    decipher.final();
    return plain;
  } catch {
    throw new DamagedFile(object.secret.storageKey, `chunk ${index} does not match its tag`);
  }
}

/** What lies between two places of a chunk that came in pieces. */
function* cut(pieces: readonly Buffer[], from: number, to: number): Generator<Buffer, void> {
  let at = 0;
  for (const piece of pieces) {
    const part = piece.subarray(Math.max(0, from - at), Math.max(0, to - at));
    if (part.length > 0) yield part;
    at += piece.length;
  }
}

function chunkCount(plainSize: number): number {
  return Math.max(1, Math.ceil(plainSize / CHUNK_BYTES));
}

function plainChunkBytes(object: EncryptedObject, index: number): number {
  const isLast = index === chunkCount(object.size) - 1;
  return isLast ? object.size - index * CHUNK_BYTES : CHUNK_BYTES;
}

function storedRange(object: EncryptedObject, first: number, last: number): ByteRange {
  const end =
    HEADER_BYTES + last * STORED_CHUNK_BYTES + plainChunkBytes(object, last) + TAG_BYTES - 1;
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
