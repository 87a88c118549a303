/** Objects on this machine's disk: DATA_DIR/files/objects/ab/cd/<key>. */
import { createReadStream, mkdirSync } from "node:fs";
import { access, constants, mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  isKey,
  ObjectMissing,
  requireKey,
  StorageFailure,
  type FileStorage,
  type StoredObject,
} from "./storage.ts";

const PRIVATE_DIRECTORY = 0o700;
/** Each read is a trip to another thread. */
const READ_TOGETHER = 262_144;

export function createLocalStorage(directory: string): FileStorage {
  const objects = join(directory, "objects");
  mkdirSync(objects, { recursive: true, mode: PRIVATE_DIRECTORY });

  function pathOf(key: string): string {
    requireKey(key);
    return join(objects, key.slice(0, 2), key.slice(2, 4), key);
  }

  return {
    driver: "local",

    async put(key, spooledPath) {
      const path = pathOf(key);
      await Promise.all([
        mkdir(dirname(path), { recursive: true, mode: PRIVATE_DIRECTORY }),
        syncToDisk(spooledPath, "r+"),
      ]);
      await rename(spooledPath, path);
      // The name is only safe once its directory is on disk too, and so for a directory that has just been made.
      const above = [dirname(path), dirname(dirname(path)), objects];
      await Promise.all(above.map((parent) => syncToDisk(parent)));
    },

    async open(key, range) {
      const path = pathOf(key);
      const handle = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") throw new ObjectMissing(key);
        throw new StorageFailure("The file storage cannot be read", error);
      });
      return createReadStream(path, { fd: handle, highWaterMark: READ_TOGETHER, ...range });
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    list: () => walk(objects),

    async check() {
      await access(objects, constants.R_OK | constants.W_OK);
    },
  };
}

async function* walk(directory: string): AsyncGenerator<StoredObject> {
  for await (const entry of await opendir(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      yield* walk(path);
      continue;
    }
    // It may have been removed since the directory was read.
    const found = isKey(entry.name) ? await stat(path).catch(() => null) : null;
    if (found) yield { key: entry.name, storedAt: found.mtime };
  }
}

async function syncToDisk(path: string, mode = "r"): Promise<void> {
  const handle = await open(path, mode).catch((error: NodeJS.ErrnoException) => {
    // Windows neither opens nor syncs a directory; its file system journals the name itself.
    if (process.platform === "win32" && (error.code === "EPERM" || error.code === "EISDIR"))
      return null;
    throw error;
  });
  if (!handle) return;
  try {
    await handle.sync();
  } catch (error) {
    if (process.platform !== "win32") throw error;
  } finally {
    await handle.close();
  }
}
