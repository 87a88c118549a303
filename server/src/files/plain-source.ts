/** Random access to the plain content of an encrypted object, without ever writing it anywhere. */
import { CHUNK_BYTES, decrypt, type EncryptedObject } from "./encryption.ts";

export type PlainSource = {
  readonly size: number;
  /** Fewer bytes than asked for only at the end. */
  read(start: number, length: number): Promise<Buffer>;
};

export function createPlainSource(object: EncryptedObject): PlainSource {
  // A reader mostly stays in one place, so the last chunk is kept.
  let cached: { index: number; bytes: Buffer } | null = null;

  async function chunk(index: number): Promise<Buffer> {
    if (cached?.index === index) return cached.bytes;
    const start = index * CHUNK_BYTES;
    const end = Math.min(object.size, start + CHUNK_BYTES) - 1;
    const bytes = await collect(decrypt(object, { start, end }));
    cached = { index, bytes };
    return bytes;
  }

  return {
    size: object.size,
    async read(start, length) {
      const end = Math.min(object.size, start + length);
      const parts: Buffer[] = [];
      for (let at = start; at < end;) {
        const index = Math.floor(at / CHUNK_BYTES);
        const offset = at - index * CHUNK_BYTES;
        const part = (await chunk(index)).subarray(offset, offset + end - at);
        parts.push(part);
        at += part.length;
      }
      return Buffer.concat(parts);
    },
  };
}

export async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(parts));
}
