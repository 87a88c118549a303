/** Many files as one download, packed while it is sent (S-31). */
import { finished, type PassThrough, Readable } from "node:stream";
import { finished as finishedReading } from "node:stream/promises";
import type { FastifyReply } from "fastify";
import { ZipFile } from "yazl";
import {
  AppError,
  badRequest,
  notFound,
  payloadTooLarge,
  tooManyRequests,
} from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { ObjectMissing } from "#server/integrations/storage/storage.ts";
import { cleanArchiveName, createMemberNames } from "./archive-names.ts";
import { contentDisposition } from "./names.ts";
import { asReadFailure, openStoredFile, verifiedContent } from "./open.ts";
import { fileHeaders } from "./serve.ts";
import { createSlots, type Slots } from "./slots.ts";

export type ZipMember = { file: StoredFileRow; name: string };
/** A few lines about the others. */
export type ZipNote = { content: Buffer; name: string };
export type ZipOptions = {
  fileName: string;
  userId: number;
  /** Of every member: an archive that is to have the same bytes each time. Its names keep their folders. */
  storedAt?: Date;
  slots?: Slots;
};

const MAX_MEMBERS = 200;
const MAX_BYTES = 500 * 1_048_576;
const MAX_PER_USER = 2;
const MAX_AT_ONCE = 8;
const RETRY_SECONDS = 10;
const WAIT_MS = 20_000;

export function createArchiveSlots(waitMs: number): Slots {
  return createSlots({
    count: MAX_AT_ONCE,
    waitMs,
    busy: "Too many downloads are running. Please try again in a moment.",
  });
}

const archiveSlots = createArchiveSlots(WAIT_MS);

export async function sendZip(
  reply: FastifyReply,
  members: readonly (ZipMember | ZipNote)[],
  options: ZipOptions,
): Promise<FastifyReply> {
  requireSize(members);
  return sendArchive(reply, prepare(members, options), options);
}

/** However many and however large they are: one after the other, as fast as the other side takes them. */
export async function sendArchive(
  reply: FastifyReply,
  members: AsyncGenerator<ArchiveMember, unknown>,
  options: ZipOptions,
): Promise<FastifyReply> {
  await enter(options, reply);
  const isHead = reply.request.method === "HEAD";
  const content = isHead ? Readable.from([]) : await startPacking(members);
  return reply
    .headers(fileHeaders)
    .header("content-type", "application/zip")
    .header(
      "content-disposition",
      contentDisposition("attachment", cleanArchiveName(options.fileName)),
    )
    .send(content);
}

function requireSize(members: readonly (ZipMember | ZipNote)[]): void {
  if (members.length > MAX_MEMBERS) {
    throw badRequest(`Please download at most ${MAX_MEMBERS} files at once`);
  }
  const bytes = members.reduce((sum, member) => sum + sizeOf(member), 0);
  if (bytes > MAX_BYTES) throw payloadTooLarge("Please download at most 500MB at once");
}

/** Whoever has fewer downloads running comes before whoever has more; and a wait ends with an answer. */
async function enter(
  { userId, slots = archiveSlots }: ZipOptions,
  reply: FastifyReply,
): Promise<void> {
  if (slots.countOf(userId) >= MAX_PER_USER)
    throw tooManyRequests("Please wait until one of your downloads has finished", RETRY_SECONDS);
  const leaving = new AbortController();
  finished(reply.raw, () => leaving.abort());
  const giveBack = await slots.take(userId, leaving.signal);
  if (leaving.signal.aborted) giveBack();
  else leaving.signal.addEventListener("abort", giveBack);
}

/** Its name is its own already, and may have folders. */
export type ArchiveMember = {
  name: string;
  /** Where it is known beforehand. */
  size?: number;
  storedAt: Date;
  content: Readable;
  /** Worth packing: text, and no paper that is packed already. */
  compress?: true;
  /** The object in storage that it is made of. */
  source?: string;
};

/** Each member is verified before its first byte can leave; one that is missing is left out (S-31). */
async function* prepare(
  members: readonly (ZipMember | ZipNote)[],
  { storedAt }: ZipOptions,
): AsyncGenerator<ArchiveMember, void> {
  const nameOf = storedAt ? (name: string) => name : createMemberNames();
  for (const member of members) {
    const content =
      "file" in member ? await readMember(member.file) : Readable.from(member.content);
    if (!content) continue;
    const at = storedAt ?? new Date("file" in member ? member.file.createdAt : 0);
    yield { name: nameOf(member.name), size: sizeOf(member), storedAt: at, content };
  }
}

function sizeOf(member: ZipMember | ZipNote): number {
  return "file" in member ? member.file.size : member.content.length;
}

async function readMember(file: StoredFileRow): Promise<Readable | null> {
  try {
    return await verifiedContent(await openStoredFile(file));
  } catch (error) {
    const isGone =
      error instanceof ObjectMissing || (error instanceof AppError && error.status === 404);
    if (!isGone) throw asReadFailure(error, file);
    runtime.log.error(
      { storedFileId: file.id, storageKey: file.storageKey },
      "left out of an archive: the file is missing",
    );
    return null;
  }
}

/** A damaged first file is still an answer; once bytes have left, only a cut connection tells the browser. */
async function startPacking(members: AsyncGenerator<ArchiveMember, unknown>): Promise<Readable> {
  const first = await members.next();
  if (first.done) throw notFound("file");
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  packAll(zip, first.value, members).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

async function packAll(
  zip: ZipFile,
  first: ArchiveMember,
  rest: AsyncGenerator<ArchiveMember, unknown>,
): Promise<void> {
  await pack(zip, first);
  for await (const member of rest) await pack(zip, member);
}

/** Resolves when the member is read to its end. The archive never closes its sources: they are closed when the client leaves. */
async function pack(zip: ZipFile, member: ArchiveMember): Promise<void> {
  const { name, storedAt, content, compress = false } = member;
  const output = zip.outputStream as PassThrough;
  const stop = () => content.destroy(new Error("The download was broken off"));
  output.once("close", stop);
  if (output.destroyed) stop();
  const size = member.size === undefined ? {} : { size: member.size };
  zip.addReadStreamLazy(name, { ...size, mtime: storedAt, compress }, (begin) =>
    begin(null, content),
  );
  try {
    await finishedReading(content, { writable: false });
  } finally {
    output.off("close", stop);
  }
}
