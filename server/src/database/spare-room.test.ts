import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { runtime, setRuntime, type Runtime } from "#server/core/runtime.ts";
import { keepSpareRoom, SPARE_BYTES, wantSpareRoom, withSpareRoom } from "./spare-room.ts";

const dataDirectory = mkdtempSync(join(tmpdir(), "portal-spare-"));
const file = join(dataDirectory, "spare-room");
const before = runtime;

function runWith(databaseUrl: string | null): void {
  setRuntime({ config: { dataDirectory, databaseUrl } } as unknown as Runtime);
}

beforeAll(() => {
  runWith(null);
  wantSpareRoom();
});
beforeEach(async () => {
  keepSpareRoom();
  await vi.waitUntil(() => existsSync(file) && statSync(file).size === SPARE_BYTES);
});
afterAll(() => {
  rmSync(dataDirectory, { recursive: true });
  setRuntime(before);
});

const full = Object.assign(new Error("could not extend file"), { code: "53100" });
const other = Object.assign(new Error("deadlock detected"), { code: "40P01" });

/** Succeeds once there is no spare room any more. */
const write = vi.fn<() => Promise<string>>(async () =>
  existsSync(file) ? Promise.reject(full) : "written",
);

it(
  "is given up for what a full disk has refused, which is then tried again",
  { tags: ["reliability-6"] },
  async () => {
    expect(await Promise.all([withSpareRoom(write), withSpareRoom(write)])).toEqual([
      "written",
      "written",
    ]);
    expect(existsSync(file)).toBe(false);
  },
);

it("is of no use where it was not enough", async () => {
  const tried = vi.fn<() => Promise<never>>(async () => Promise.reject(full));
  await expect(withSpareRoom(tried)).rejects.toBe(full);
  expect(tried).toHaveBeenCalledTimes(2);
});

it("is kept whatever else goes wrong, and for a database on another disk", async () => {
  await expect(withSpareRoom(async () => Promise.reject(other))).rejects.toBe(other);
  runWith("postgres://elsewhere");
  await expect(withSpareRoom(write)).rejects.toBe(full);
  runWith(null);
  expect(existsSync(file)).toBe(true);
});
