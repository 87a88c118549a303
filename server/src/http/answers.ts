/** How JSON goes out: an entity tag lets a client that kept a list ask whether it still holds. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

export type Outcome = { status: number; body: unknown };

/** Smaller answers are not worth compressing. */
export const WORTH_PACKING_BYTES = 4096;

const encodings = ["zstd", "br", "gzip"] as const;
/** Up to here packing takes a tenth of a millisecond, and handing it to another thread and back three times as much. */
const PACKED_AT_ONCE_BYTES = 65_536;

type Packer = { now(bytes: Buffer): Buffer; elsewhere(bytes: Buffer): Promise<Buffer> };

/** Each at its fastest level: a slower one saves a tenth of the bytes and costs several times as much. */
const zstdLevel = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const gzipLevel = { level: constants.Z_BEST_SPEED };
const zstdElsewhere = promisify(zstdCompress);
const brotliElsewhere = promisify(brotliCompress);
const gzipElsewhere = promisify(gzip);
const packers: Record<Encoding, Packer> = {
  zstd: {
    // Told the size, it takes no more memory than that needs.
    now: (bytes) => zstdCompressSync(bytes, { ...zstdLevel, pledgedSrcSize: bytes.length }),
    elsewhere: (bytes) => zstdElsewhere(bytes, { ...zstdLevel, pledgedSrcSize: bytes.length }),
  },
  br: {
    now: (bytes) => brotliCompressSync(bytes, brotliLevel),
    elsewhere: (bytes) => brotliElsewhere(bytes, brotliLevel),
  },
  gzip: {
    now: (bytes) => gzipSync(bytes, gzipLevel),
    // Browsers take one of the others; whoever fetches much in gzip wants it small.
    elsewhere: (bytes) => gzipElsewhere(bytes),
  },
};

const shaped = new WeakMap<object, { response: z.ZodMiniType; body: unknown }>();
const written = new WeakMap<object, Written>();

/** Nothing leaves but what the contract names. A body that several requests share (RequestCoalescer) is parsed once. */
export function shapeAnswer(response: z.ZodMiniType, body: unknown): unknown {
  if (!isShared(body)) return z.parse(response, body);
  const known = shaped.get(body);
  if (known && known.response === response) return known.body;
  const parsed = z.parse(response, body);
  if (typeof parsed === "object" && parsed !== null) {
    shaped.set(body, { response, body: Object.freeze(parsed) });
  }
  return parsed;
}

type Encoding = (typeof encodings)[number];

/** What was answered, and how it was packed for those who asked so far. */
type Written = { bytes: Buffer; tag: string; packed: Map<Encoding, Buffer | Promise<Buffer>> };

function write(body: unknown): Written {
  const known = isShared(body) ? written.get(body) : undefined;
  if (known) return known;
  const bytes = Buffer.from(JSON.stringify(body));
  const tag = `W/"${createHash("sha1").update(bytes).digest("base64url")}"`;
  const fresh: Written = { bytes, tag, packed: new Map() };
  if (isShared(body)) written.set(body, fresh);
  return fresh;
}

/** In one piece: the streams of @fastify/compress cost more than the packing. What is long is packed elsewhere. */
function pack({ bytes, packed }: Written, encoding: Encoding): Buffer | Promise<Buffer> {
  const packer = packers[encoding];
  const known =
    packed.get(encoding) ??
    (bytes.length <= PACKED_AT_ONCE_BYTES ? packer.now(bytes) : packer.elsewhere(bytes));
  packed.set(encoding, known);
  return known;
}

/** Only what can no longer change is kept as it was answered. */
function isShared(body: unknown): body is object {
  return typeof body === "object" && body !== null && Object.isFrozen(body);
}

export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
): Promise<FastifyReply> {
  reply.code(outcome.status).header("content-type", "application/json; charset=utf-8");
  if (request.method !== "GET" && request.method !== "HEAD")
    return reply.send(JSON.stringify(outcome.body));
  const answer = write(outcome.body);
  reply.header("etag", answer.tag);
  if (request.headers["if-none-match"] === answer.tag) return reply.code(304).send();
  if (answer.bytes.length < WORTH_PACKING_BYTES) return reply.send(answer.bytes);
  reply.header("vary", "accept-encoding");
  const encoding = negotiate(request.headers["accept-encoding"] ?? "", [...encodings]);
  if (encoding === null) return reply.send(answer.bytes);
  return reply.header("content-encoding", encoding).send(await pack(answer, encoding));
}
