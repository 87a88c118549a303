import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import {
  hasRoomFor,
  hasRoomForChange,
  promiseDiskSpace,
  requireDiskSpace,
  spaceOf,
} from "./disk-space.ts";

const GIGABYTE = 1_073_741_824;

describe("room on the disk", { tags: ["asvs-50"] }, () => {
  const volume = (freeBytes: number, totalBytes = 100 * GIGABYTE) => ({ freeBytes, totalBytes });

  it("is enough while a gigabyte stays free", () => {
    expect(hasRoomFor(10, volume(2 * GIGABYTE))).toBe(true);
    expect(hasRoomFor(0, volume(GIGABYTE - 1))).toBe(false);
    expect(hasRoomFor(GIGABYTE, volume(GIGABYTE + 5))).toBe(false);
  });

  it("is enough on a small volume while a tenth of it stays free", () => {
    expect(hasRoomFor(1000, volume(7000, 60_000))).toBe(true);
    expect(hasRoomFor(1001, volume(7000, 60_000))).toBe(false);
  });

  it(
    "is enough for changes when uploads are refused already, until the database needs the rest",
    { tags: ["reliability-6"] },
    () => {
      const almostFull = volume(GIGABYTE / 4);
      expect([hasRoomFor(0, almostFull), hasRoomForChange(almostFull)]).toEqual([false, true]);
      expect(hasRoomForChange(volume(GIGABYTE / 4 - 1))).toBe(false);
      expect(hasRoomForChange(volume(3000, 60_000))).toBe(true);
      expect(hasRoomForChange(volume(2999, 60_000))).toBe(false);
    },
  );

  it("is asked of the disk itself, and its lack is a 507", async () => {
    await expect(requireDiskSpace(tmpdir(), 0)).resolves.toBeUndefined();
    const tooMuch = requireDiskSpace(tmpdir(), Number.MAX_SAFE_INTEGER);
    await expect(tooMuch).rejects.toMatchObject({ status: 507, code: "storage.full" });
  });

  it("is promised to one upload only, until it has come in or was refused", async () => {
    const { freeBytes, totalBytes } = await spaceOf(tmpdir());
    const nearlyAll = freeBytes - Math.min(GIGABYTE, totalBytes * 0.1) - GIGABYTE / 4;
    const giveBack = await promiseDiskSpace(tmpdir(), nearlyAll);
    await expect(promiseDiskSpace(tmpdir(), nearlyAll)).rejects.toMatchObject({ status: 507 });
    giveBack();
    (await promiseDiskSpace(tmpdir(), nearlyAll))();
  });
});
