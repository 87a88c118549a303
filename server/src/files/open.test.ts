import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { MEGABYTE } from "contract/files";
import { createEncryptor, type EncryptedObject } from "./encryption.ts";
import { verifiedContent } from "./open.ts";

/** A stored file that counts how often it is read. */
async function storedFile(bytes: number) {
  const plain = randomBytes(bytes);
  const secret = { key: randomBytes(32), storageKey: randomBytes(16).toString("hex") };
  const sealed = await buffer(Readable.from([plain]).pipe(createEncryptor(secret)));
  const readings = { count: 0 };
  const object: EncryptedObject = {
    secret,
    size: bytes,
    open: async (range) => {
      readings.count += 1;
      return Readable.from([range ? sealed.subarray(range.start, range.end + 1) : sealed]);
    },
  };
  return { plain, object, readings };
}

it("reads a file that may be held once, and a longer one twice", async () => {
  for (const [bytes, times] of [
    [5 * MEGABYTE, 1],
    [9 * MEGABYTE, 2],
  ] as const) {
    const { plain, object, readings } = await storedFile(bytes);
    expect((await buffer(await verifiedContent(object))).equals(plain)).toBe(true);
    expect(readings.count).toBe(times);
  }
});

it("holds only so much of all answers together, until one has gone", async () => {
  const { plain, object, readings } = await storedFile(8 * MEGABYTE);
  const open = () => verifiedContent(object);
  const waiting = [await open(), await open(), await open()];
  expect(readings.count).toBe(3);
  expect((await buffer(await open())).equals(plain)).toBe(true);
  expect(readings.count).toBe(5);
  for (const content of waiting) content.destroy();
  await new Promise(setImmediate);
  await buffer(await open());
  expect(readings.count).toBe(6);
});

it("holds nothing of a file that was damaged", async () => {
  const { object } = await storedFile(8 * MEGABYTE);
  const damaged = { ...object, size: object.size - 1 };
  for (let time = 0; time < 3; time += 1)
    await expect(verifiedContent(damaged)).rejects.toThrow("is damaged");
  const { object: sound, readings } = await storedFile(8 * MEGABYTE);
  await buffer(await verifiedContent(sound));
  expect(readings.count).toBe(1);
});
