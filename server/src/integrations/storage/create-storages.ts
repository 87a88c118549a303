/** The storage this process writes to, and every storage that older rows may still name. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { StorageConfig } from "#server/config/connection-settings.ts";
import { createLocalStorage } from "./local.ts";
import { measured } from "./measured.ts";
import type { S3Settings } from "./s3.ts";
import type { FileStorage, StorageDriver } from "./storage.ts";

declare module "#server/core/runtime.ts" {
  interface Runtime {
    files: FileStorages;
  }
}

export type FileStorages = {
  /** Where new files go. */
  readonly current: FileStorage;
  /** Where encrypted uploads wait until they are stored: on the same disk as the local objects, so that a rename suffices. */
  readonly spoolDirectory: string;
  /** A file stays where it was stored, also after the setting has changed. */
  of(driver: StorageDriver): FileStorage;
  /** Rejects when new files cannot be stored right now. */
  check(): Promise<void>;
};

export function createStorages(config: {
  dataDirectory: string;
  storage: StorageConfig;
}): FileStorages {
  const directory =
    config.storage.driver === "local"
      ? config.storage.directory
      : join(config.dataDirectory, "files");
  const spoolDirectory = join(directory, "tmp");
  mkdirSync(spoolDirectory, { recursive: true, mode: 0o700 });
  const local = measured(createLocalStorage(directory));
  const s3 = config.storage.driver === "s3" ? measured(objectStorage(config.storage)) : null;
  const current = s3 ?? local;
  return {
    current,
    spoolDirectory,
    of(driver) {
      if (driver === "local") return local;
      if (!s3) throw new Error("This file is in the object storage, but S3_BUCKET is not set");
      return s3;
    },
    check: () => current.check(),
  };
}

/** Loaded when it is first used: its library weighs 26 MB, and is nothing to a portal with a disk (decisions/0012). */
function objectStorage(settings: S3Settings): FileStorage {
  let loading: Promise<FileStorage> | undefined;
  const loaded = () =>
    (loading ??= import("./s3.ts").then(({ createS3Storage }) => createS3Storage(settings)));
  return {
    driver: "s3",
    put: async (key, spooledPath) => (await loaded()).put(key, spooledPath),
    open: async (key, range) => (await loaded()).open(key, range),
    remove: async (key) => (await loaded()).remove(key),
    async *list() {
      yield* (await loaded()).list();
    },
    check: async () => (await loaded()).check(),
  };
}
