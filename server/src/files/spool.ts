/** One pass over an incoming file: counted, looked at, digested, encrypted and on disk; never whole in memory. */
import { randomBytes, type Hmac } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { runtime } from "#server/core/runtime.ts";
import { createEncryptor, type EncryptedObject } from "./encryption.ts";
import { HEAD_BYTES } from "./inspect.ts";
import { createDigest, type NewFileKey } from "./keys.ts";

export type SpooledFile = {
  storageKey: string;
  path: string;
  fileKey: NewFileKey;
  /** Of the plain content. */
  size: number;
  digest: string;
};

/** What a file must pass while it comes in; each check throws its refusal. */
export type Gate = {
  checkHead(head: Buffer): Promise<void>;
  checkSize(bytesSoFar: number): void;
};

/** What has come in while the disk was busy is written at once; and so much may be worked on before others have a turn. */
const WRITTEN_TOGETHER = 524_288;
const PIECE_BYTES = 65_536;

const openGate: Gate = { checkHead: async () => undefined, checkSize: () => undefined };

export async function spool(
  content: Buffer | Readable,
  makeKey: (storageKey: string) => NewFileKey,
  gate: Gate = openGate,
): Promise<SpooledFile> {
  const storageKey = randomBytes(16).toString("hex");
  const path = join(runtime.files.spoolDirectory, `${storageKey}.part`);
  const fileKey = makeKey(storageKey);
  const meter = createMeter(gate, await createDigest());
  try {
    await pipeline(
      Buffer.isBuffer(content) ? Readable.from(piecesOf(content)) : content,
      createEncryptor({ key: fileKey.key, storageKey }, meter.watch),
      createWriteStream(path, { flags: "wx", mode: 0o600, highWaterMark: WRITTEN_TOGETHER }),
    );
    await meter.end();
  } catch (error) {
    await dropSpooled([{ path }]);
    throw error;
  }
  return { storageKey, path, fileKey, size: meter.size(), digest: meter.digest() };
}

export function spooledObject(file: SpooledFile): EncryptedObject {
  return {
    secret: { key: file.fileKey.key, storageKey: file.storageKey },
    size: file.size,
    open: async (range) => createReadStream(file.path, range),
  };
}

/** What cannot be removed is left to the sweep: why the file was refused matters more. */
export async function dropSpooled(files: readonly Pick<SpooledFile, "path">[]): Promise<void> {
  try {
    await Promise.all(files.map((file) => rm(file.path, { force: true })));
  } catch (error) {
    runtime.log.warn({ error }, "spooled files are left to the sweep");
  }
}

function* piecesOf(content: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < content.length; at += PIECE_BYTES)
    yield content.subarray(at, at + PIECE_BYTES);
}

function createMeter(gate: Gate, hash: Hmac) {
  let head: Buffer[] | null = [];
  let size = 0;

  async function lookAtHead(pieces: readonly Buffer[]): Promise<void> {
    head = null;
    await gate.checkHead(Buffer.concat(pieces).subarray(0, HEAD_BYTES));
  }

  function watch(plain: Buffer): Promise<void> | undefined {
    size += plain.length;
    gate.checkSize(size);
    hash.update(plain);
    head?.push(plain);
    return head && size >= HEAD_BYTES ? lookAtHead(head) : undefined;
  }

  return {
    watch,
    /** A short file has been all head. */
    async end() {
      if (head) await lookAtHead(head);
    },
    size: () => size,
    digest: () => hash.digest("hex"),
  };
}
