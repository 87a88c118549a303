/**
 * Room on the disk is checked before a body is read, so that a full disk refuses uploads first, then every change, and
 * reading never (asvs 50, reliability 6).
 */
import { statfs } from "node:fs/promises";
import { noRoomForChange, storageFull } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { keepSpareRoom, SPARE_BYTES } from "#server/database/spare-room.ts";

const MEBIBYTE = 1_048_576;

/** On a small volume the share counts: the whole reserve would be too much to ask. */
type Reserve = { bytes: number; share: number };

/** Uploads leave room for changes. */
const besideUploads: Reserve = { bytes: 1024 * MEBIBYTE, share: 0.1 };
/** Changes leave what the log of the embedded database may take (max_wal_size): without it the database stops. */
const besideChanges: Reserve = { bytes: 256 * MEBIBYTE, share: 0.05 };

export type DiskSpace = { freeBytes: number; totalBytes: number };

export async function requireDiskSpace(directory: string, expectedBytes: number): Promise<void> {
  if (!hasRoomFor(expectedBytes, await spaceOf(directory))) throw storageFull();
}

/** What uploads under way have announced and the disk does not show yet. */
let promisedBytes = 0;

/** Two uploads at once are not promised the same room. Answers how to give back what was promised. */
export async function promiseDiskSpace(directory: string, bytes: number): Promise<() => void> {
  const before = promisedBytes;
  promisedBytes += bytes;
  try {
    await requireDiskSpace(directory, before + bytes);
  } catch (error) {
    promisedBytes -= bytes;
    throw error;
  }
  return () => (promisedBytes -= bytes);
}

/** A database elsewhere looks after its own disk. */
export async function requireRoomForChange(): Promise<void> {
  const { databaseUrl, dataDirectory } = runtime.config;
  if (databaseUrl !== null) return;
  const space = await spaceOf(dataDirectory);
  if (!hasRoomForChange(space)) throw noRoomForChange();
  if (hasRoomFor(SPARE_BYTES, space)) keepSpareRoom();
}

export function hasRoomFor(expectedBytes: number, space: DiskSpace): boolean {
  return space.freeBytes - expectedBytes >= kept(besideUploads, space);
}

export function hasRoomForChange(space: DiskSpace): boolean {
  return space.freeBytes >= kept(besideChanges, space);
}

function kept({ bytes, share }: Reserve, { totalBytes }: DiskSpace): number {
  return Math.min(bytes, totalBytes * share);
}

export async function spaceOf(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
