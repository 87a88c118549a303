/**
 * Room that is kept for a disk without any: a file that is given up when the built-in database cannot write a line any
 * more. Changes are refused long before (files/disk-space.ts), so what is written then are the openings of files, sign-ins
 * and removals (reliability 6). It is there again as soon as there is room enough.
 */
import { randomBytes } from "node:crypto";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { runtime } from "#server/core/runtime.ts";
import { isDiskFull } from "./errors.ts";

/** Four segments of the database's log. */
export const SPARE_BYTES = 16_777_216;
const PIECE_BYTES = 65_536;

let keeping: Promise<void> | null = null;
let state: "unwanted" | "missing" | "kept" = "unwanted";

/** For a portal that is to run for long. The file comes with the first change that has seen that there is room for it. */
export function wantSpareRoom(): void {
  state = "missing";
}

/** The work is done a second time when the disk had no room for it, so it must be one statement or one transaction. */
export async function withSpareRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error) || !isOwnDisk()) throw error;
    await giveUpSpareRoom();
    return work();
  }
}

/** For whoever has seen that there is room for it. Nobody waits for it. */
export function keepSpareRoom(): void {
  if (state !== "missing" || keeping || !isOwnDisk()) return;
  keeping = fill(fileOf())
    .then(() => void (state = "kept"))
    .catch((error: unknown) => runtime.log.warn({ error }, "no spare room could be kept"))
    .finally(() => (keeping = null));
}

/** A second portal on the same data directory may have given it up already. */
async function giveUpSpareRoom(): Promise<void> {
  await keeping;
  if (state === "kept") state = "missing";
  await rm(fileOf(), { force: true });
}

async function fill(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found?.size === SPARE_BYTES) return;
  // No zeros: a disk that compresses would keep no room for them.
  const piece = randomBytes(PIECE_BYTES);
  try {
    await using handle = await open(file, "w", 0o600);
    for (let at = 0; at < SPARE_BYTES; at += PIECE_BYTES) await handle.write(piece);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** A database elsewhere looks after its own disk. */
function isOwnDisk(): boolean {
  return runtime.config.databaseUrl === null;
}

function fileOf(): string {
  return join(runtime.config.dataDirectory, "spare-room");
}
