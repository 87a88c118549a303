/** Reads a whole backup without changing anything: is it genuine, complete and in order? */
import type { StorageDriver } from "#server/integrations/storage/storage.ts";
import { readArchive, type ArchiveKeys } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import type { BackupHeader, BackupManifest } from "./frames.ts";

export type InspectedArchive = {
  header: BackupHeader;
  manifest: BackupManifest;
  drivers: Set<StorageDriver>;
};

export async function inspectArchive(path: string, keys: ArchiveKeys): Promise<InspectedArchive> {
  let header: BackupHeader | undefined;
  let manifest: BackupManifest | undefined;
  let objects = 0;
  const rows = new Map<string, number>();
  const drivers = new Set<StorageDriver>();
  for await (const frame of readArchive(path, keys)) {
    if (frame.kind === "header") header = frame.header;
    else if (frame.kind === "manifest") manifest = frame.manifest;
    else if (frame.kind === "rows") {
      rows.set(frame.table, (rows.get(frame.table) ?? 0) + frame.count);
    } else if (frame.kind === "object") {
      drivers.add(frame.object.driver);
      objects += 1;
    }
  }
  const counts = Object.entries(manifest?.rows ?? {});
  const isComplete =
    manifest?.objects === objects &&
    counts.every(([table, count]) => (rows.get(table) ?? 0) === count);
  if (!header || !manifest || !isComplete) throw new BackupError("The backup ends too early.");
  return { header, manifest, drivers };
}
