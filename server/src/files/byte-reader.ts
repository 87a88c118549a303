/** Reads a stream in pieces of a wanted length instead of the lengths the disk or the network happens to deliver. */
import type { Readable } from "node:stream";

export type ByteReader = {
  /** Fewer bytes than asked for only at the end of the stream. */
  take(length: number): Promise<Buffer>;
  /** The same bytes where they lie, in as many pieces as they came in. */
  takePieces(length: number): Promise<Buffer[]>;
};

export function createByteReader(source: Readable): ByteReader {
  const incoming = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);

  async function takePieces(length: number): Promise<Buffer[]> {
    const pieces: Buffer[] = [];
    for (let missing = length; missing > 0;) {
      if (held.length === 0) {
        const next = await incoming.next();
        if (next.done) break;
        held = next.value as Buffer<ArrayBuffer>;
      }
      const piece = held.subarray(0, missing);
      pieces.push(piece);
      held = held.subarray(piece.length);
      missing -= piece.length;
    }
    return pieces;
  }

  return {
    takePieces,
    async take(length) {
      const pieces = await takePieces(length);
      return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    },
  };
}
