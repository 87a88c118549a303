/** How the parts of an upload are read from a request; whatever is wrong with their form is a 400, never a 500. */
import type { IncomingMessage } from "node:http";
import type { Multipart, MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { AppError, badRequest, malformed, payloadTooLarge } from "#server/core/errors.ts";

/** security.md 5.2 step 2. */
const limits = {
  files: 20,
  parts: 40,
  fields: 20,
  headerPairs: 50,
  fieldNameSize: 100,
  fieldSize: 16_384,
};
/** Boundaries, headers and text fields around the files. */
const FORM_BYTES = 512 * 1024;
/** So much of an unread body is simply read to its end; a bigger one is not worth it. */
const DRAINED_BYTES = 512 * 1024;
/** Long enough for the answer to arrive before the connection ends. */
const LINGER_MS = 2000;
/** A statement for each little piece would cost more than the piece. */
const COUNTED_TOGETHER = 1_048_576;

export type Fields = Record<string, string>;

export type PartReader = {
  maxFiles: number;
  maxFileBytes: number;
  onFile(part: MultipartFile): Promise<void>;
  /** Told of everything that arrives, some of it together; throws when it has become too much. */
  countBytes(bytes: number): Promise<void>;
};

/** Known from the headers alone; absent when the client sends in chunks. */
export function declaredLength(request: FastifyRequest): number {
  return Number(request.headers["content-length"] ?? 0);
}

export function largestBody(reader: Pick<PartReader, "maxFiles" | "maxFileBytes">): number {
  return reader.maxFiles * reader.maxFileBytes + FORM_BYTES;
}

export async function readParts(request: FastifyRequest, reader: PartReader): Promise<Fields> {
  const fields = new Map<string, string>();
  let fileCount = 0;
  // The parser would wait for ever for a client who hung up before it began to listen.
  if (request.raw.destroyed) throw cutOff();
  try {
    // A second fence only: behind its own limit the parser would read on as fast as it can, so ours comes first.
    const options = {
      limits: { ...limits, fileSize: reader.maxFileBytes + FORM_BYTES },
      throwFileSizeLimit: false,
    };
    for await (const part of countedParts(request, request.parts(options), reader)) {
      if (part.type === "field") {
        addField(fields, part);
        continue;
      }
      if (!part.filename) {
        await skipEmptyInput(part);
        continue;
      }
      fileCount += 1;
      if (fileCount > reader.maxFiles) throw tooManyFiles(reader.maxFiles);
      await reader.onFile(part);
    }
  } catch (error) {
    throw asRefusal(error, reader);
  }
  return Object.fromEntries(fields);
}

/** Counts the body while the parts are read; what becomes too much ends the file that is just coming in. */
async function* countedParts(
  { raw }: FastifyRequest,
  parts: AsyncIterableIterator<Multipart>,
  reader: PartReader,
): AsyncGenerator<Multipart, void> {
  const body = createBodyCount(reader);
  let current: Multipart | undefined;
  body.refused.catch((error: Error) => {
    if (current?.type === "file") current.file.destroy(error);
  });
  // The parser listens as soon as it is asked for its first part. A listener that came before would take its bytes.
  let next = parts.next();
  const onData = (chunk: Buffer) => {
    // Alone: the parser has let go of the body, which must not flow on for the sake of being counted.
    if (raw.listenerCount("data") === 1) raw.pause();
    body.add(chunk.length);
  };
  raw.on("data", onData);
  try {
    for (;;) {
      const { done, value } = await Promise.race([next, body.refused]);
      if (done) break;
      current = value;
      yield value;
      next = parts.next();
    }
  } finally {
    raw.off("data", onData);
    await body.countRest();
  }
}

function createBodyCount(reader: PartReader) {
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
  let total = 0;
  let uncounted = 0;
  let counting = Promise.resolve();

  async function countRest(): Promise<void> {
    const bytes = uncounted;
    uncounted = 0;
    if (bytes > 0) counting = counting.then(() => reader.countBytes(bytes));
    await counting;
  }

  function add(bytes: number): void {
    total += bytes;
    uncounted += bytes;
    if (total > largestBody(reader)) refuse(payloadTooLarge("The upload is too large"));
    else if (uncounted >= COUNTED_TOGETHER) countRest().catch(refuse);
  }

  return { refused, add, countRest };
}

/**
 * Lets go of a body that will not be read to its end. A small rest is read away, so that the connection can be used
 * again; otherwise reading stops, and the connection ends once the answer has had time to arrive.
 */
export function letGoOfBody(request: FastifyRequest): void {
  const { raw } = request;
  raw.unpipe();
  if (raw.complete || raw.destroyed) return;
  const length = declaredLength(request);
  if (length > 0 && length <= DRAINED_BYTES) {
    raw.resume();
    return;
  }
  leftUnread.add(raw);
  raw.pause();
  // Node would otherwise read an untouched body to its end by itself.
  raw.read(0);
  setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, LINGER_MS).unref();
}

const leftUnread = new WeakSet<IncomingMessage>();

/** The connection ends soon; whoever asks next must be told to take another. */
export function isLeftUnread(request: FastifyRequest): boolean {
  return leftUnread.has(request.raw);
}

type FieldPart = {
  fieldname: string;
  value: unknown;
  fieldnameTruncated: boolean;
  valueTruncated: boolean;
};

function addField(fields: Map<string, string>, part: FieldPart): void {
  if (part.fieldnameTruncated || part.valueTruncated)
    throw badRequest("A field of the form is too long");
  if (typeof part.value !== "string" || fields.has(part.fieldname)) {
    throw malformed("Each field of the form must be one text");
  }
  fields.set(part.fieldname, part.value);
}

/** A browser sends an empty file input as a nameless part without content. */
async function skipEmptyInput(part: MultipartFile): Promise<void> {
  for await (const chunk of part.file) {
    if ((chunk as Buffer).length > 0) throw malformed("A file has no name");
  }
}

function tooManyFiles(maxFiles: number): AppError {
  return badRequest(
    maxFiles === 1 ? "Please select one file" : `Please select at most ${maxFiles} files`,
  );
}

const LIMIT_CODES = new Set(["FST_PARTS_LIMIT", "FST_FIELDS_LIMIT"]);
/** What the parser says about a body that is cut or broken. */
const PARSER_COMPLAINT = /multipart|boundary|terminated early|part header|aborted|premature/i;

function asRefusal(error: unknown, reader: PartReader): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "FST_FILES_LIMIT") return tooManyFiles(reader.maxFiles);
  if (LIMIT_CODES.has(code)) return payloadTooLarge("The form has too many parts");
  const isMalformed =
    code.startsWith("FST_") || code === "ECONNRESET" || PARSER_COMPLAINT.test(error.message);
  return isMalformed ? cutOff() : error;
}

function cutOff(): AppError {
  return malformed("The upload could not be read");
}
