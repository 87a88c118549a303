/** Reads a stream in pieces of a wanted length instead of the lengths the disk or the network happens to deliver. */
import type { Readable } from "node:stream";

export type ByteReader = {
  /** Fewer bytes than asked for only at the end of the stream. */
  take(length: number): Promise<Buffer>;
};

export function createByteReader(source: Readable): ByteReader {
  const incoming = source[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let heldBytes = 0;

  return {
    async take(length) {
      while (heldBytes < length) {
        const next = await incoming.next();
        if (next.done) break;
        held.push(next.value as Buffer);
        heldBytes += (next.value as Buffer).length;
      }
      const all = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
      held = [all.subarray(length)];
      heldBytes = held[0]?.length ?? 0;
      return all.subarray(0, length);
    },
  };
}
