/** The one way a file goes out (security.md 5.3): found and permitted by the caller, decrypted and labelled here. */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { AppError } from "#server/core/errors.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { readRange } from "./byte-range.ts";
import { formatOfMimeType, isActiveType } from "./formats.ts";
import { contentDisposition } from "./names.ts";
import { asReadFailure, openStoredFile, verifiedContent } from "./open.ts";

/** Shown in the browser where that is safe, otherwise saved. */
export type Disposition = "inline" | "attachment";
export type SendOptions = { disposition: Disposition; downloadName: string };

export const fileHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "private, no-store",
} as const;

export async function sendFile(
  reply: FastifyReply,
  file: StoredFileRow,
  options: SendOptions,
): Promise<FastifyReply> {
  const { headers, method } = reply.request;
  const tag = `"${file.digest.slice(0, 32)}"`;
  const isHead = method === "HEAD";
  // If-Range names the version the client has begun with; of another one it needs the whole (RFC 9110).
  const isSameVersion = headers["if-range"] === undefined || headers["if-range"] === tag;
  const range = isHead || !isSameVersion ? "whole" : readRange(headers.range, file.size);
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${file.size}`);
    throw new AppError({
      status: 416,
      code: "request.invalid",
      message: "The file is shorter than the requested range",
    });
  }
  const part = range === "whole" ? undefined : range;
  const content = isHead ? Readable.from([]) : await readContent(file, part);
  if (part) {
    reply.code(206).header("content-range", `bytes ${part.start}-${part.end}/${file.size}`);
  }
  return reply
    .headers(fileHeaders)
    .header("content-type", contentType(file.mimeType))
    .header("content-disposition", dispositionOf(file, options))
    .header("content-length", part ? part.end - part.start + 1 : file.size)
    .header("accept-ranges", "bytes")
    .header("etag", tag)
    .send(content);
}

async function readContent(
  file: StoredFileRow,
  range: { start: number; end: number } | undefined,
): Promise<Readable> {
  try {
    return await verifiedContent(await openStoredFile(file), range);
  } catch (error) {
    throw asReadFailure(error, file);
  }
}

/** Only types of our own list are named; anything else is bytes. */
function contentType(mimeType: string): string {
  if (mimeType === "text/plain") return "text/plain; charset=utf-8";
  if (isActiveType(mimeType)) return "application/octet-stream";
  return formatOfMimeType(mimeType)?.mimeType ?? "application/octet-stream";
}

function dispositionOf(file: StoredFileRow, { disposition, downloadName }: SendOptions): string {
  const isSafe = formatOfMimeType(file.mimeType)?.isShownInline === true;
  return contentDisposition(isSafe ? disposition : "attachment", downloadName);
}
