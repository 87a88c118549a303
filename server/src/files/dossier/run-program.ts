/** Lets a process of its own look into papers, and build a part: their plain bytes are in its memory alone. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { decrypt } from "#server/files/encryption.ts";
import { createDigest } from "#server/files/keys.ts";
import { asReadFailure, openStoredFile } from "#server/files/open.ts";
import { type Child, ChildCrashed, startChild } from "#server/jobs/child.ts";
import type { FileFacts } from "./look-into.ts";
import type { PartOrder } from "./part-order.ts";

export type FileToLook = { bytes: number; mimeType: string };
export type ProgramOrder = { files: readonly FileToLook[] } | { part: PartOrder };
export type Telling =
  | { kind: "looked"; facts: FileFacts }
  | { kind: "pages"; done: number }
  | { kind: "failed"; paper: number | null; trouble: string }
  | { kind: "done" };

const SCRIPT = new URL("./dossier.program.ts", import.meta.url);
/** Of the program that builds; tests give it less. */
export const limits = { megabytes: 400 };
/** Without a page that is done, or a file that is looked into. */
const BUILDING_MS = 600_000;
const LOOKING_MS = 120_000;

/** A paper cannot be drawn: no other try would end otherwise. */
export class PartFailed extends Error {
  readonly paper: number | null;

  constructor({ paper, trouble }: { paper: number | null; trouble: string }) {
    super(trouble);
    this.paper = paper;
  }
}

type Looking = {
  found: (file: StoredFileRow, facts: FileFacts) => Promise<void>;
  signal: AbortSignal | undefined;
};

/** What was found, file by file. One at which the program falls over twice, or that does not open, is taken for damaged. */
export async function lookIntoFiles(
  files: readonly StoredFileRow[],
  { found, signal }: Looking,
): Promise<void> {
  let rest = files;
  let suspect: StoredFileRow | undefined;
  while (rest.length > 0) {
    const looked = await lookInto(rest, signal);
    for (const [index, facts] of looked.entries()) {
      const file = rest[index];
      if (file) await found(file, facts);
    }
    if (signal?.aborted) return;
    rest = rest.slice(looked.length);
    const [fallen] = rest;
    if (fallen && fallen === suspect) {
      await found(fallen, { pages: null, problem: "damaged" });
      rest = rest.slice(1);
    }
    suspect = fallen;
  }
}

/** Fewer than there are files when the program has fallen over, or a file does not open. */
async function lookInto(
  files: readonly StoredFileRow[],
  signal: AbortSignal | undefined,
): Promise<FileFacts[]> {
  const looked: FileFacts[] = [];
  const child = startChild<Telling>({
    script: SCRIPT,
    order: {
      files: files.map(({ size, mimeType }) => ({ bytes: size, mimeType })),
    } satisfies ProgramOrder,
    megabytes: limits.megabytes,
    milliseconds: LOOKING_MS,
    signal,
    hear: (telling) => {
      if (telling.kind === "looked") looked.push(telling.facts);
    },
  });
  child.output.resume();
  const outcomes = await Promise.allSettled([feed(child, files), child.ended]);
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue;
    const reason: unknown = outcome.reason;
    if (!tellsOfFile(reason)) throw reason;
    if (reason instanceof ChildCrashed && !signal?.aborted)
      runtime.log.warn(
        { storedFileId: files[looked.length]?.id, reason: reason.message },
        "the program that looks into papers fell over",
      );
  }
  return looked;
}

/** Not of the disk, or of the portal. */
function tellsOfFile(error: unknown): boolean {
  return (
    error instanceof ChildCrashed || (error instanceof AppError && error.code === "file.damaged")
  );
}

export type PartToBuild = {
  order: PartOrder;
  /** In the order of the papers. */
  files: readonly StoredFileRow[];
  signal: AbortSignal;
  tell: (pages: number) => void;
  /** Takes the file while it is made. */
  keep: (content: Readable) => Promise<void>;
};

export async function buildPartApart(part: PartToBuild): Promise<void> {
  const { order, files, signal, tell, keep } = part;
  let outcome: Telling | null = null;
  const child = startChild<Telling>({
    script: SCRIPT,
    order: { part: order } satisfies ProgramOrder,
    megabytes: limits.megabytes,
    milliseconds: BUILDING_MS,
    signal,
    hear: (telling) => {
      if (telling.kind === "pages") tell(telling.done);
      else outcome = telling;
    },
  });
  // What comes out counts only once the program has ended well.
  const content = new PassThrough();
  const passing = pipeline(child.output, content, { end: false })
    .then(() => child.ended)
    .then(() => {
      const told = outcome as Telling | null;
      if (told?.kind === "failed") throw new PartFailed(told);
      if (told?.kind !== "done") throw new ChildCrashed("It ended without a word");
      content.end();
    });
  passing.catch((error: Error) => content.destroy(error));
  try {
    await Promise.all([keep(content), feed(child, files), passing]);
  } finally {
    child.stop();
  }
}

/** Decrypted while it is read: never whole in the portal's memory, never on disk. */
async function feed({ input, ended }: Child, files: readonly StoredFileRow[]): Promise<void> {
  const gone = ended.then(
    () => undefined,
    () => undefined,
  );
  for (const file of files) {
    try {
      for await (const bytes of decrypt(await openStoredFile(file))) {
        if (!input.writable) return;
        if (!input.write(bytes)) await Promise.race([drained(input), gone]);
      }
    } catch (error) {
      input.destroy();
      throw asReadFailure(error, file);
    }
  }
  input.end();
}

async function drained(input: Writable): Promise<void> {
  try {
    await once(input, "drain");
  } catch {
    // The end of the program tells why.
  }
}

/** SHA-256 of the plain bytes; null when they are not what was stored. */
export async function sha256Of(file: StoredFileRow): Promise<string | null> {
  const hash = createHash("sha256");
  const digest = await createDigest();
  try {
    for await (const bytes of decrypt(await openStoredFile(file))) {
      hash.update(bytes);
      digest.update(bytes);
    }
  } catch (error) {
    throw asReadFailure(error, file);
  }
  return digest.digest("hex") === file.digest ? hash.digest("hex") : null;
}
