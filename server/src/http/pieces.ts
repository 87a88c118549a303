/** A list too long to be held: read, shaped, packed and sent piece by piece, as fast as the other side takes it. */
import { pipeline, Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip, createZstdCompress } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

export class Pieces<Row = unknown> {
  /** Changes whenever the list may have. */
  readonly tag: string;
  readonly #read: () => AsyncIterable<readonly Row[]>;

  /** `read` begins nothing before the first piece is asked for. */
  constructor(tag: string, read: () => AsyncIterable<readonly Row[]>) {
    this.tag = `W/"${tag}"`;
    this.#read = read;
  }

  /** As one JSON array, in which stands nothing but what the contract names. */
  async *texts(response: z.ZodMiniType): AsyncGenerator<string> {
    let before = "[";
    for await (const piece of this.#read()) {
      if (piece.length === 0) continue;
      yield before + JSON.stringify(z.parse(response, piece)).slice(1, -1);
      before = ",";
    }
    yield before === "[" ? "[]" : "]";
  }
}

const encodings = ["zstd", "br", "gzip"] as const;
const packers = {
  zstd: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: () => createGzip({ level: constants.Z_BEST_SPEED }),
};

type Sending = { request: FastifyRequest; reply: FastifyReply; response: z.ZodMiniType };

export function sendPieces({ request, reply, response }: Sending, pieces: Pieces): FastifyReply {
  reply.header("etag", pieces.tag).header("vary", "accept-encoding");
  if (request.headers["if-none-match"] === pieces.tag) return reply.code(304).send();
  reply.code(200).header("content-type", "application/json; charset=utf-8");
  const texts = Readable.from(pieces.texts(response), { highWaterMark: 1 });
  const encoding = negotiate(request.headers["accept-encoding"] ?? "", [...encodings]);
  if (encoding === null) return reply.send(texts);
  // What breaks on one side ends the other.
  const packed = pipeline(texts, packers[encoding](), () => undefined);
  return reply.header("content-encoding", encoding).send(packed);
}
