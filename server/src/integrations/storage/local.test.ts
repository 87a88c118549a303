import { randomBytes } from "node:crypto";
import { fsyncSync } from "node:fs";
import { type FileHandle, mkdtemp, open, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLocalStorage } from "./local.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "portal-local-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(directory, { recursive: true, force: true });
});

/** The numbers of what is forced to the disk, in order; the forcing itself still happens. */
async function watchSyncs(path: string): Promise<number[]> {
  const probe = await open(path);
  const kind = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const synced: number[] = [];
  vi.spyOn(kind, "sync").mockImplementation(async function sync(this: FileHandle) {
    synced.push((await this.stat()).ino);
    fsyncSync(this.fd);
  });
  return synced;
}

it(
  "has forced an object, its name and its directories to the disk before it is taken for stored",
  { tags: ["reliability-4"] },
  async () => {
    const storage = createLocalStorage(join(directory, "files"));
    const spooled = join(directory, "upload.part");
    await writeFile(spooled, randomBytes(1000));
    const synced = await watchSyncs(spooled);
    const key = randomBytes(16).toString("hex");
    await storage.put(key, spooled);
    const object = join(directory, "files", "objects", key.slice(0, 2), key.slice(2, 4), key);
    const above = [dirname(object), dirname(dirname(object)), join(directory, "files", "objects")];
    const numberOf = async (path: string) => (await stat(path)).ino;
    // The bytes before the name; the directories in whatever order.
    expect(synced[0]).toBe(await numberOf(object));
    expect(new Set(synced.slice(1))).toEqual(new Set(await Promise.all(above.map(numberOf))));
  },
);
