/**
 * Brings a backup back into an empty database and an empty storage, all of it or nothing (reliability 24). The whole
 * file is verified before the first row is written.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { migrate } from "#server/database/migrate.ts";
import { readMigrations } from "#server/database/migration-files.ts";
import { createStorages, type FileStorages } from "#server/integrations/storage/create-storages.ts";
import { readArchive, type ArchiveKeys } from "./archive.ts";
import type { Installation } from "./back-up.ts";
import { BackupError } from "./backup-error.ts";
import type { Frame, ObjectName } from "./frames.ts";
import { inspectArchive, type InspectedArchive } from "./inspect-archive.ts";
import { keysOf } from "./keys-of.ts";
import { openLoad, requireEmptyDatabase } from "./load-rows.ts";

export type RestoreReport = { madeAt: string; rows: number; objects: number; missing: string[] };

export async function restore(
  path: string,
  { config, address }: Installation,
): Promise<RestoreReport> {
  const keys = keysOf(config);
  const archive = await inspectArchive(path, keys);
  requireKnownSchema(archive);
  if (archive.drivers.has("s3") && config.storage.driver !== "s3") {
    throw new BackupError("The backup holds files of an object storage: set S3_BUCKET first.");
  }
  const storages = createStorages(config);
  await requireEmptyStorages(storages);
  await requireEmptyDatabase(address, archive.header);
  const taken = new Set(archive.header.migrations.map(({ id }) => id));
  await migrate(
    address,
    readMigrations().filter(({ id }) => taken.has(id)),
  );
  await load({ path, keys, archive, storages, address });
  await migrate(address);
  const { rows, objects, missing } = archive.manifest;
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return { madeAt: archive.header.madeAt, rows: total, objects, missing };
}

/** An older backup is brought up to date after it has been loaded; a newer one is beyond this program. */
function requireKnownSchema({ header }: InspectedArchive): void {
  const known = new Map(readMigrations().map((migration) => [migration.id, migration]));
  for (const { id, name, checksum } of header.migrations) {
    if (known.get(id)?.checksum !== checksum) {
      throw new BackupError(
        `The backup was made by a newer or different version of the portal (it has ${name}): restore it with that version.`,
      );
    }
  }
}

async function requireEmptyStorages(storages: FileStorages): Promise<void> {
  for (const storage of new Set([storages.current, storages.of("local")])) {
    for await (const object of storage.list()) {
      throw new BackupError(
        `The file storage is not empty (it holds ${object.key}): restore into an empty one.`,
      );
    }
  }
}

type Task = Pick<Installation, "address"> & {
  path: string;
  keys: ArchiveKeys;
  archive: InspectedArchive;
  storages: FileStorages;
};

async function load({ path, keys, archive, storages, address }: Task): Promise<void> {
  const rows = await openLoad(address, archive.header);
  const written: ObjectName[] = [];
  try {
    const frames = readArchive(path, keys);
    for await (const frame of frames) {
      if (frame.kind === "rows") await rows.insert(frame.table, frame.json);
      if (frame.kind !== "object") continue;
      written.push(frame.object);
      await storeObject(frame.object, frames, storages);
    }
    await rows.commit(archive.manifest);
  } catch (error) {
    await rows.rollback();
    for (const { driver, key } of written) await storages.of(driver).remove(key);
    throw error;
  }
}

async function storeObject(
  { driver, key }: ObjectName,
  frames: AsyncGenerator<Frame, void, undefined>,
  storages: FileStorages,
): Promise<void> {
  const spooled = join(storages.spoolDirectory, `${randomUUID()}.part`);
  const sink = createWriteStream(spooled, { flags: "wx", mode: 0o600 });
  try {
    for (;;) {
      const { value: frame, done } = await frames.next();
      if (done || frame.kind !== "bytes") break;
      if (!sink.write(frame.bytes)) await once(sink, "drain");
    }
    sink.end();
    await finished(sink);
    await storages.of(driver).put(key, spooled);
  } finally {
    sink.destroy();
    await rm(spooled, { force: true });
  }
}
