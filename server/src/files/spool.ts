/** One pass over an incoming file: counted, looked at, digested, encrypted and on disk; never whole in memory. */
import { randomBytes, type Hmac } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
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

const openGate: Gate = { checkHead: async () => undefined, checkSize: () => undefined };

export async function spool(
  content: Readable,
  makeKey: (storageKey: string) => NewFileKey,
  gate: Gate = openGate,
): Promise<SpooledFile> {
  const storageKey = randomBytes(16).toString("hex");
  const path = join(runtime.files.spoolDirectory, `${storageKey}.part`);
  const fileKey = makeKey(storageKey);
  const meter = createMeter(gate, await createDigest());
  try {
    await pipeline(
      content,
      meter.pass,
      createEncryptor({ key: fileKey.key, storageKey }),
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    );
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

function createMeter(gate: Gate, hash: Hmac) {
  let head: Buffer[] | null = [];
  let size = 0;

  async function lookAtHead(): Promise<void> {
    const bytes = Buffer.concat(head ?? []).subarray(0, HEAD_BYTES);
    head = null;
    await gate.checkHead(bytes);
  }

  async function* pass(content: AsyncIterable<Buffer>) {
    for await (const chunk of content) {
      size += chunk.length;
      hash.update(chunk);
      gate.checkSize(size);
      head?.push(chunk);
      if (head && size >= HEAD_BYTES) await lookAtHead();
      yield chunk;
    }
    if (head) await lookAtHead();
  }

  return { pass, size: () => size, digest: () => hash.digest("hex") };
}
