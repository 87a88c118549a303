import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openS3StandIn, type S3StandIn } from "#testing/s3-stand-in.ts";
import { createStorages } from "./create-storages.ts";
import { createLocalStorage } from "./local.ts";
import { createS3Storage } from "./s3.ts";
import { ObjectMissing, StorageFailure, type FileStorage } from "./storage.ts";

const timeouts = { connectMs: 500, silenceMs: 300 };

let directory: string;
let s3: S3StandIn;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "portal-storage-"));
  s3 = await openS3StandIn();
});

afterEach(async () => {
  await s3.close();
  await rm(directory, { recursive: true, force: true });
});

function newKey(): string {
  return randomBytes(16).toString("hex");
}

async function spooled(bytes: Buffer): Promise<string> {
  const path = join(directory, `${newKey()}.part`);
  await writeFile(path, bytes);
  return path;
}

async function listKeys(storage: FileStorage): Promise<string[]> {
  const objects = await Array.fromAsync(storage.list());
  return objects.map((object) => object.key).toSorted();
}

const drivers: [string, () => FileStorage][] = [
  ["the local disk", () => createLocalStorage(join(directory, "files"))],
  ["an object storage", () => createS3Storage(s3.settings, timeouts)],
];

describe.each(drivers)("%s", (_, open) => {
  it("keeps an object, takes the spooled file away and reads it back", async () => {
    const storage = open();
    const [key, bytes] = [newKey(), randomBytes(300_000)];
    const path = await spooled(bytes);
    await storage.put(key, path);
    expect((await buffer(await storage.open(key))).equals(bytes)).toBe(true);
    await expect(stat(path)).rejects.toThrow(/ENOENT/);
  });

  it("reads any range, and nothing behind the end", async () => {
    const storage = open();
    const [key, bytes] = [newKey(), randomBytes(1000)];
    await storage.put(key, await spooled(bytes));
    const read = async (start: number, end: number) =>
      buffer(await storage.open(key, { start, end }));
    expect((await read(0, 0)).equals(bytes.subarray(0, 1))).toBe(true);
    expect((await read(10, 99)).equals(bytes.subarray(10, 100))).toBe(true);
    expect((await read(990, 5000)).equals(bytes.subarray(990))).toBe(true);
    expect(await read(5000, 6000)).toHaveLength(0);
  });

  it("says so when there is nothing", async () => {
    await expect(open().open(newKey())).rejects.toBeInstanceOf(ObjectMissing);
  });

  it("removes an object, also twice", async () => {
    const storage = open();
    const key = newKey();
    await storage.put(key, await spooled(Buffer.from("x")));
    await storage.remove(key);
    await storage.remove(key);
    await expect(storage.open(key)).rejects.toBeInstanceOf(ObjectMissing);
  });

  it("lists everything with its age", async () => {
    const storage = open();
    const keys = Array.from({ length: 8 }, newKey).toSorted();
    for (const key of keys) await storage.put(key, await spooled(Buffer.from("x")));
    expect(await listKeys(storage)).toEqual(keys);
    for await (const { storedAt } of storage.list()) {
      expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000);
    }
  });

  it("is ready", async () => {
    await expect(open().check()).resolves.toBeUndefined();
  });

  it.each(["", "../../etc/passwd", "a".repeat(32).toUpperCase(), `${"a".repeat(32)}/..`, "a\0b"])(
    "takes no key but its own random ones: %j",
    { tags: ["asvs-53", "S-53"] },
    async (key) => {
      const storage = open();
      const before = s3.requests.length;
      await expect(storage.open(key)).rejects.toThrow("Not a storage key");
      await expect(storage.put(key, await spooled(Buffer.from("x")))).rejects.toThrow(
        "Not a storage key",
      );
      await expect(storage.remove(key)).rejects.toThrow("Not a storage key");
      expect(s3.requests).toHaveLength(before);
    },
  );
});

describe("the local disk", () => {
  it("lets nobody else look into its directories", async () => {
    const storage = createLocalStorage(join(directory, "files"));
    const key = newKey();
    await storage.put(key, await spooled(Buffer.from("x")));
    const objects = join(directory, "files", "objects");
    expect((await stat(objects)).mode & 0o777).toBe(0o700);
    expect((await stat(join(objects, key.slice(0, 2), key.slice(2, 4)))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(objects, key.slice(0, 2), key.slice(2, 4)))).toEqual([key]);
  });

  it("overlooks files that are not its own", async () => {
    const storage = createLocalStorage(join(directory, "files"));
    await writeFile(join(directory, "files", "objects", ".DS_Store"), "");
    expect(await listKeys(storage)).toEqual([]);
  });

  it("is not ready when its directory is gone", async () => {
    const storage = createLocalStorage(join(directory, "files"));
    await rm(join(directory, "files"), { recursive: true });
    await expect(storage.check()).rejects.toThrow(/ENOENT/);
  });
});

describe("an object storage that fails", { tags: ["reliability-9"] }, () => {
  async function filled() {
    const storage = createS3Storage(s3.settings, timeouts);
    const [key, bytes] = [newKey(), randomBytes(200_000)];
    await storage.put(key, await spooled(bytes));
    return { storage, key, bytes };
  }

  it("gets an object again after one failure", async () => {
    const { storage } = await filled();
    for (const fault of ["error", "cut"] as const) {
      s3.fail("PUT", fault);
      const key = newKey();
      await storage.put(key, await spooled(randomBytes(100_000)));
      expect(s3.objects.get(`objects/${key}`)?.bytes).toHaveLength(100_000);
    }
  });

  it("is a clear failure when it goes on, and leaves nothing behind", async () => {
    const { storage } = await filled();
    for (const fault of ["error", "cut"] as const) {
      s3.fail("PUT", fault, { times: 9 });
      await expect(
        storage.put(newKey(), await spooled(randomBytes(100_000))),
      ).rejects.toBeInstanceOf(StorageFailure);
    }
    expect(s3.objects.size).toBe(1);
  });

  it("is given up soon when it says nothing", async () => {
    const { storage, key } = await filled();
    s3.fail("PUT", "silent", { times: 3 });
    s3.fail("GET", "silent", { times: 3 });
    const startedAt = Date.now();
    await expect(storage.put(newKey(), await spooled(randomBytes(10)))).rejects.toBeInstanceOf(
      StorageFailure,
    );
    await expect(storage.open(key)).rejects.toBeInstanceOf(StorageFailure);
    expect(Date.now() - startedAt).toBeLessThan(5000);
  });

  it("is noticed when it breaks off in the middle of an object", async () => {
    const { storage, key } = await filled();
    s3.fail("GET", "cut");
    const content = await storage.open(key);
    await expect(buffer(content)).rejects.toThrow(/aborted/);
  });

  it("is not ready with a wrong secret", async () => {
    const storage = createS3Storage({ ...s3.settings, secretAccessKey: "wrong" }, timeouts);
    await expect(storage.check()).rejects.toBeInstanceOf(StorageFailure);
    await expect(storage.put(newKey(), await spooled(Buffer.from("x")))).rejects.toBeInstanceOf(
      StorageFailure,
    );
    expect(s3.objects.size).toBe(0);
  });

  it("is not ready when nobody listens", async () => {
    const storage = createS3Storage({ ...s3.settings, endpoint: "http://127.0.0.1:9" }, timeouts);
    await expect(storage.check()).rejects.toBeInstanceOf(StorageFailure);
  });
});

describe("the storages of a portal", { tags: ["D-164"] }, () => {
  it("write to the object storage once it is set, and still read what is on the disk", async () => {
    const local = createStorages({
      dataDirectory: directory,
      storage: { driver: "local", directory: join(directory, "files") },
    });
    const key = newKey();
    await local.current.put(key, await spooled(Buffer.from("old")));
    const both = createStorages({
      dataDirectory: directory,
      storage: { driver: "s3", ...s3.settings },
    });
    expect(both.current.driver).toBe("s3");
    expect(String(await buffer(await both.of("local").open(key)))).toBe("old");
    expect(() => local.of("s3")).toThrow("S3_BUCKET is not set");
  });
});
