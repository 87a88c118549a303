/** Room on the disk is checked before a body is read, so that a full disk refuses uploads and nothing else (asvs 50). */
import { statfs } from "node:fs/promises";
import { storageFull } from "#server/http/errors.ts";

const KEPT_FREE_BYTES = 1_073_741_824;
/** On a volume smaller than ten gigabytes a whole free one would be too much to ask. */
const KEPT_FREE_SHARE = 0.1;

export type DiskSpace = { freeBytes: number; totalBytes: number };

export async function requireDiskSpace(directory: string, expectedBytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(directory);
  const space = { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  if (!hasRoomFor(expectedBytes, space)) throw storageFull();
}

export function hasRoomFor(expectedBytes: number, space: DiskSpace): boolean {
  const keptFree = Math.min(KEPT_FREE_BYTES, space.totalBytes * KEPT_FREE_SHARE);
  return space.freeBytes - expectedBytes >= keptFree;
}
