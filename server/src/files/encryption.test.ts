import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CHUNK_BYTES,
  createEncryptor,
  DamagedFile,
  decrypt,
  encryptedSize,
  type EncryptedObject,
  type FileSecret,
} from "./encryption.ts";
import { collect, createPlainSource } from "./plain-source.ts";

const STORED_CHUNK = CHUNK_BYTES + 16;
const HEADER = 12;

function newSecret(): FileSecret {
  return { key: randomBytes(32), storageKey: randomBytes(16).toString("hex") };
}

async function encrypted(plain: Buffer, secret: FileSecret, pieces = [plain]): Promise<Buffer> {
  return buffer(Readable.from(pieces).pipe(createEncryptor(secret)));
}

/** An object as a storage would give it, delivered in pieces of any size. */
function stored(bytes: Buffer, secret: FileSecret, size: number): EncryptedObject {
  return {
    secret,
    size,
    open: async (range) => {
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
      return Readable.from(piecesOf(part, 10_007));
    },
  };
}

function piecesOf(bytes: Buffer, length: number): Buffer[] {
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * length, (at + 1) * length));
}

/** Sizes around the borders of chunks, where mistakes live. */
const borders = [
  1,
  CHUNK_BYTES - 1,
  CHUNK_BYTES,
  CHUNK_BYTES + 1,
  2 * CHUNK_BYTES,
  3 * CHUNK_BYTES + 5,
];

describe("encrypted content", () => {
  it.each([0, 100, ...borders])("comes back as it was: %i bytes", async (size) => {
    const secret = newSecret();
    const plain = randomBytes(size);
    const bytes = await encrypted(plain, secret);
    expect(bytes).toHaveLength(encryptedSize(size));
    expect((await collect(decrypt(stored(bytes, secret, size)))).equals(plain)).toBe(true);
  });

  it("does not depend on the pieces it arrives in, and any range of it can be read", async () => {
    const layout = fc.record({
      length: fc.oneof(fc.integer({ min: 1, max: 3 * CHUNK_BYTES }), fc.constantFrom(...borders)),
      piece: fc.integer({ min: 1, max: 90_000 }),
    });
    await fc.assert(
      fc.asyncProperty(layout, fc.nat(), fc.nat(), async ({ length, piece }, ...ends) => {
        const secret = newSecret();
        const plain = randomBytes(length);
        const bytes = await encrypted(plain, secret, piecesOf(plain, piece));
        const object = stored(bytes, secret, length);
        const start = Math.min(...ends.map((end) => end % length));
        const end = Math.max(...ends.map((end) => end % length));
        const part = await collect(decrypt(object, { start, end }));
        expect(part.equals(plain.subarray(start, end + 1))).toBe(true);
        const read = await createPlainSource(object).read(start, end - start + 50);
        expect(read.equals(plain.subarray(start, end + 50))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("shows nothing of what it holds", async () => {
    const plain = randomBytes(1000);
    const bytes = await encrypted(plain, newSecret());
    expect(bytes.includes(plain.subarray(0, 16))).toBe(false);
  });

  it("looks different each time", { tags: ["asvs-96"] }, async () => {
    const secret = newSecret();
    const plain = Buffer.alloc(1000);
    expect((await encrypted(plain, secret)).equals(await encrypted(plain, secret))).toBe(false);
  });
});

describe("damage is noticed, never shown", { tags: ["P3"] }, () => {
  const size = 3 * CHUNK_BYTES + 777;
  const secret = newSecret();
  const plain = randomBytes(size);

  /** What reading it to the end says. */
  async function failureOf(bytes: Buffer, object: Partial<EncryptedObject> = {}): Promise<unknown> {
    const damaged = { ...stored(bytes, secret, size), ...object };
    return collect(decrypt(damaged)).then(
      () => null,
      (error: unknown) => error,
    );
  }

  it("when any single bit has changed", async () => {
    const bytes = await encrypted(plain, secret);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect(await failureOf(changed)).toBeInstanceOf(DamagedFile);
      }),
      { numRuns: 150 },
    );
  });

  it("when it has been cut anywhere", async () => {
    const bytes = await encrypted(plain, secret);
    const lengths = [
      0,
      5,
      HEADER,
      HEADER + 1,
      HEADER + STORED_CHUNK,
      HEADER + 3 * STORED_CHUNK,
      bytes.length - 1,
    ];
    for (const length of lengths)
      expect(await failureOf(bytes.subarray(0, length))).toBeInstanceOf(DamagedFile);
  });

  it("when it has been cut to whole chunks and its row changed to match", async () => {
    const bytes = await encrypted(plain, secret);
    const shorter = bytes.subarray(0, HEADER + 2 * STORED_CHUNK);
    expect(await failureOf(shorter, { size: 2 * CHUNK_BYTES })).toBeInstanceOf(DamagedFile);
  });

  it("when something has been added", async () => {
    const bytes = await encrypted(plain, secret);
    expect(await failureOf(Buffer.concat([bytes, Buffer.from("x")]))).toBeInstanceOf(DamagedFile);
    expect(await failureOf(Buffer.concat([bytes, bytes.subarray(HEADER)]))).toBeInstanceOf(
      DamagedFile,
    );
  });

  it("when chunks have changed places, been left out or doubled", async () => {
    const bytes = await encrypted(plain, secret);
    const chunk = (index: number) =>
      bytes.subarray(HEADER + index * STORED_CHUNK, HEADER + (index + 1) * STORED_CHUNK);
    const header = bytes.subarray(0, HEADER);
    expect(
      await failureOf(Buffer.concat([header, chunk(1), chunk(0), chunk(2), chunk(3)])),
    ).toBeInstanceOf(DamagedFile);
    expect(await failureOf(Buffer.concat([header, chunk(0), chunk(2), chunk(3)]))).toBeInstanceOf(
      DamagedFile,
    );
    expect(
      await failureOf(Buffer.concat([header, chunk(0), chunk(0), chunk(2), chunk(3)])),
    ).toBeInstanceOf(DamagedFile);
    expect(
      await failureOf(Buffer.concat([header, chunk(3), chunk(1), chunk(2), chunk(0)])),
    ).toBeInstanceOf(DamagedFile);
  });

  it("when it belongs to another file or is read with another key", async () => {
    const bytes = await encrypted(plain, secret);
    expect(
      await failureOf(bytes, { secret: { ...secret, storageKey: "0".repeat(32) } }),
    ).toBeInstanceOf(DamagedFile);
    expect(await failureOf(bytes, { secret: { ...secret, key: randomBytes(32) } })).toBeInstanceOf(
      DamagedFile,
    );
  });

  it("in the chunk that is wanted, while the others can still be read", async () => {
    const bytes = await encrypted(plain, secret);
    bytes[HEADER + STORED_CHUNK + 100] = (bytes[HEADER + STORED_CHUNK + 100] ?? 0) ^ 1;
    const object = stored(bytes, secret, size);
    const ranges = {
      sound: { start: 0, end: 9 },
      damaged: { start: CHUNK_BYTES, end: CHUNK_BYTES },
    };
    expect((await collect(decrypt(object, ranges.sound))).equals(plain.subarray(0, 10))).toBe(true);
    await expect(collect(decrypt(object, ranges.damaged))).rejects.toThrow(/chunk 1/);
  });
});
