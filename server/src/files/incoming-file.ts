/** One file on its way in, whatever brings it: named, recognised, encrypted and on disk, or refused with its sentence. */
import type { Readable } from "node:stream";
import {
  extensionOf,
  HEIC_HEAD_BYTES,
  isHeic,
  type UploadRule,
  withHeicAdvice,
} from "contract/files";
import {
  type AppError,
  fileRefused,
  payloadTooLarge,
  storageFull,
  unavailable,
} from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { StorageFailure } from "#server/integrations/storage/storage.ts";
import { createByteReader } from "./byte-reader.ts";
import { claimedFormat, type FileFormat } from "./formats.ts";
import { headFits, wholeFits } from "./inspect.ts";
import type { NewFileKey } from "./keys.ts";
import { cleanUploadName } from "./names.ts";
import { createPlainSource } from "./plain-source.ts";
import { dropSpooled, spool, spooledObject, type SpooledFile } from "./spool.ts";
import { emitUploadStep } from "./upload-steps.ts";

export type IncomingFile = { spooled: SpooledFile; originalName: string; mimeType: string };
/** As whoever sends it describes it. */
export type GivenFile = { name: string; type: string; content: Buffer | Readable };

export async function takeIn(
  given: GivenFile,
  rule: UploadRule,
  makeKey: (storageKey: string) => NewFileKey,
): Promise<IncomingFile> {
  const originalName = cleanUploadName(given.name);
  const format = claimedFormat(rule, originalName, given.type);
  if (!format) throw unsupported(rule, originalName, await headOf(given.content));
  emitUploadStep("begun");
  const spooled = await spool(given.content, makeKey, gateOf(rule, format, originalName));
  const source = createPlainSource(spooledObject(spooled));
  if (!(await wholeFits(format, source))) {
    await dropSpooled([spooled]);
    throw unsupported(rule, originalName);
  }
  emitUploadStep("spooled");
  return { spooled, originalName, mimeType: format.mimeType };
}

/** Enough to recognise an iPhone's photo. */
async function headOf(content: Buffer | Readable): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content.subarray(0, HEIC_HEAD_BYTES);
  return createByteReader(content).take(HEIC_HEAD_BYTES);
}

function gateOf(rule: UploadRule, format: FileFormat, name: string) {
  return {
    async checkHead(head: Buffer) {
      if (!(await headFits(format, head))) throw unsupported(rule, name, head);
      emitUploadStep("recognised");
    },
    checkSize(bytesSoFar: number) {
      const most = limitOf(rule, name);
      if (bytesSoFar > most.maxBytes) throw tooLarge(most, name);
    },
  };
}

function limitOf(rule: UploadRule, name: string): Pick<UploadRule, "maxBytes" | "tooLarge"> {
  const { smaller } = rule;
  if (!smaller || smaller.maxBytes > rule.maxBytes) return rule;
  return smaller.extensions.includes(extensionOf(name)) ? smaller : rule;
}

export function unsupported(rule: UploadRule, name: string, head?: Buffer): AppError {
  const sentence = rule.unsupported.replace("{name}", () => name);
  return fileRefused(head && isHeic(head) ? withHeicAdvice(sentence) : sentence);
}

export function tooLarge(rule: Pick<UploadRule, "tooLarge">, name: string): AppError {
  return payloadTooLarge(rule.tooLarge.replace("{name}", () => name));
}

const DISK_FULL_CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
/** A disk that is dying, read-only or closed to the portal, or more open files than it may have. */
const DISK_TROUBLE_CODES = new Set(["EIO", "EACCES", "EPERM", "EROFS", "EMFILE", "ENFILE"]);

export function asRefusal(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (DISK_FULL_CODES.has(code)) return storageFull();
  if (!(error instanceof StorageFailure) && !DISK_TROUBLE_CODES.has(code)) return error;
  runtime.log.error({ error }, "a file could not be stored");
  return unavailable("Files cannot be stored at the moment. Please try again later.");
}
