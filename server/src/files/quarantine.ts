/**
 * Where infected files wait for a person to look at them (security.md 5.2 step 5): encrypted like any other, beside the
 * storage and never in it, seven days long. No request can reach them.
 */
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import * as z from "zod/mini";
import { runtime } from "#server/core/runtime.ts";
import { decrypt } from "./encryption.ts";
import { openFileKey } from "./keys.ts";
import type { SpooledFile } from "./spool.ts";

const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
const NOTE = ".json";

/** What is needed to open it, and to know where it came from; not its name, which may name a person. */
const QuarantineNote = z.object({
  storageKey: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  wrappedKey: z.string(),
  caseKeyId: z.number(),
  size: z.number(),
  finding: z.string(),
  caseId: z.nullable(z.number()),
  userId: z.nullable(z.number()),
  at: z.string(),
});
export type QuarantineNote = z.infer<typeof QuarantineNote>;

export type Infection = Pick<QuarantineNote, "finding" | "caseId" | "userId">;

/** Answers the name under which it waits. */
export async function quarantine(file: SpooledFile, infection: Infection): Promise<string> {
  const { storageKey, fileKey, size, path } = file;
  const note: QuarantineNote = {
    storageKey,
    wrappedKey: fileKey.wrappedKey.toString("base64"),
    caseKeyId: fileKey.caseKeyId,
    size,
    ...infection,
    at: runtime.clock.now().toISOString(),
  };
  await mkdir(quarantineDirectory(), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(note, null, 2)}\n`;
  await writeFile(pathOf(storageKey + NOTE), text, { mode: 0o600, flush: true });
  await rename(path, pathOf(storageKey));
  return storageKey;
}

/** Oldest first. */
export async function listQuarantined(): Promise<QuarantineNote[]> {
  const names = (await namesInQuarantine()).filter((name) => name.endsWith(NOTE));
  const notes = await Promise.all(names.map((name) => readNote(name)));
  return notes.toSorted((first, second) => first.at.localeCompare(second.at));
}

/** The plain bytes, for a person with the keys who wants to know what it is. */
export async function* openQuarantined(storageKey: string): AsyncGenerator<Buffer> {
  const note = await readNote(storageKey + NOTE);
  const wrapped = { ...note, wrappedKey: Buffer.from(note.wrappedKey, "base64") };
  const key = await openFileKey(runtime.database, wrapped);
  yield* decrypt({
    secret: { key, storageKey: note.storageKey },
    size: note.size,
    open: async (range): Promise<Readable> => createReadStream(pathOf(note.storageKey), range),
  });
}

/** Notes and files alike; answers how many names went. */
export async function emptyQuarantine(): Promise<number> {
  const before = runtime.clock.now().getTime() - KEPT_DAYS * DAY_MS;
  let removed = 0;
  for (const name of await namesInQuarantine()) {
    const found = await stat(pathOf(name));
    if (found.mtimeMs > before) continue;
    await rm(pathOf(name));
    removed += 1;
  }
  return removed;
}

async function readNote(name: string): Promise<QuarantineNote> {
  return z.parse(QuarantineNote, JSON.parse(await readFile(pathOf(name), "utf8")));
}

async function namesInQuarantine(): Promise<string[]> {
  try {
    return await readdir(quarantineDirectory());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** On the disk of the spool, so that a rename suffices. */
function quarantineDirectory(): string {
  return join(dirname(runtime.files.spoolDirectory), "quarantine");
}

function pathOf(name: string): string {
  return join(quarantineDirectory(), name);
}
