/** Database and files in one encrypted file, taken at one moment while the portal runs (reliability 24). */
import type { Config } from "#server/config/config.ts";
import type { DatabaseAddress } from "#server/database/connection.ts";
import { createStorages, type FileStorages } from "#server/integrations/storage/create-storages.ts";
import { ObjectMissing } from "#server/integrations/storage/storage.ts";
import { writeArchive } from "./archive.ts";
import { type BackupManifest, type ObjectName, toBuffer } from "./frames.ts";
import { keysOf } from "./keys-of.ts";
import { openSnapshot, type Snapshot } from "./snapshot.ts";

export type BackupReport = Pick<BackupManifest, "rows" | "objects" | "missing"> & {
  madeAt: string;
};

export type Installation = { config: Config; address: DatabaseAddress };

export async function backUp(
  path: string,
  { config, address }: Installation,
): Promise<BackupReport> {
  const storages = createStorages(config);
  const snapshot = await openSnapshot(address);
  const manifest: BackupManifest = { rows: {}, objects: 0, sequences: [], missing: [] };
  try {
    await writeArchive(path, keysOf(config), framesOf(snapshot, storages, manifest));
  } finally {
    await snapshot.close();
  }
  const { rows, objects, missing } = manifest;
  return { madeAt: snapshot.header.madeAt, rows, objects, missing };
}

async function* framesOf(
  snapshot: Snapshot,
  storages: FileStorages,
  manifest: BackupManifest,
): AsyncGenerator<Buffer> {
  yield toBuffer({ kind: "header", header: snapshot.header });
  for (const table of snapshot.header.tables) {
    manifest.rows[table.name] = 0;
    for await (const { count, json } of snapshot.rowsOf(table)) {
      manifest.rows[table.name] = (manifest.rows[table.name] ?? 0) + count;
      yield toBuffer({ kind: "rows", table: table.name, count, json });
    }
  }
  for await (const { isLiving, ...object } of snapshot.files()) {
    const content = await openObject(storages, object);
    if (content === null) {
      if (isLiving) manifest.missing.push(object.key);
      continue;
    }
    manifest.objects += 1;
    yield toBuffer({ kind: "object", object });
    for await (const bytes of content) yield toBuffer({ kind: "bytes", bytes: bytes as Buffer });
    yield toBuffer({ kind: "objectEnd" });
  }
  manifest.sequences = await snapshot.sequences();
  yield toBuffer({ kind: "manifest", manifest });
}

async function openObject(storages: FileStorages, { driver, key }: ObjectName) {
  try {
    return await storages.of(driver).open(key);
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}
