import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { StartError } from "#server/core/start-error.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import { cases } from "#server/database/tables/cases.ts";
import { documents } from "#server/database/tables/documents.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { openFileBench, type FileBench } from "#testing/file-bench.ts";
import { decrypt } from "./encryption.ts";
import { withGeneratedFiles } from "./generate.ts";
import { fileKeyMaker, unwrapKey, wrapKey } from "./keys.ts";
import { fileMover } from "./move.ts";
import { openStoredFile } from "./open.ts";
import { collect } from "./plain-source.ts";
import { prepareFiles } from "./prepare.ts";
import { findStoredFileByName, keepFiles, releaseFiles, releaseFilesOfCase } from "./stored.ts";
import { removeReleasedFiles, sweepOrphans, sweepSpool } from "./sweep.ts";

const HOUR_MS = 3_600_000;
const content = Buffer.from("Specimen");

let bench: FileBench;

beforeAll(async () => {
  bench = await openFileBench();
});

afterAll(() => bench.close());

async function newCase(code: string): Promise<number> {
  const [row] = await runtime.database
    .insert(cases)
    .values({ caseId: code, title: code, nationality: "Italy", citizenshipProgram: "nauru" })
    .returning();
  return row?.id ?? 0;
}

async function contentOf(file: StoredFileRow): Promise<string> {
  return (await collect(decrypt(await openStoredFile(file)))).toString();
}

async function rowOf(file: StoredFileRow): Promise<StoredFileRow | undefined> {
  return (await bench.rows()).find((row) => row.id === file.id);
}

describe("a name in /uploads is a look-up, not a path", { tags: ["D-108", "asvs-1"] }, () => {
  it("finds exactly the file that is called so", async () => {
    const file = await bench.keep({ content });
    expect(await findStoredFileByName(runtime.database, file.name)).toMatchObject({ id: file.id });
  });

  it.each([
    "",
    "..",
    "../../etc/passwd",
    "%2e%2e",
    "a/b",
    "a\\b",
    "a\0",
    "%",
    "_".repeat(32),
    "x".repeat(201),
    "\u202Ex.pdf",
  ])("finds nothing under %j", async (name) => {
    expect(await findStoredFileByName(runtime.database, name)).toBeNull();
  });

  it("does not find a file that was let go of", async () => {
    const file = await bench.keep({ content });
    await inTransaction((tx) => releaseFiles(tx, [file.id]));
    expect(await findStoredFileByName(runtime.database, file.name)).toBeNull();
    await removeReleasedFiles();
  });
});

describe("keys", { tags: ["security-5.4"] }, () => {
  it("are one for each case, also when two first uploads come at once", async () => {
    const caseId = await newCase("N-1");
    await Promise.all(Array.from({ length: 10 }, () => bench.keep({ content, caseId })));
    const rows = await runtime.database.select().from(caseKeys).where(eq(caseKeys.caseId, caseId));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.wrappedKey).toHaveLength(60);
  });

  it("are shared by everything that belongs to no case", async () => {
    const [one, two] = [
      await bench.keep({ content, caseId: null }),
      await bench.keep({ content, caseId: null }),
    ];
    expect(one.caseKeyId).toBe(two.caseKeyId);
  });

  it("open only with the key and for the purpose they were wrapped for", async () => {
    const [wrapping, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const wrapped = wrapKey(wrapping, Buffer.alloc(32, 9), "file a");
    expect(unwrapKey(wrapping, wrapped, "file a").equals(Buffer.alloc(32, 9))).toBe(true);
    for (const attempt of [
      () => unwrapKey(other, wrapped, "file a"),
      () => unwrapKey(wrapping, wrapped, "file b"),
      () => unwrapKey(wrapping, wrapped.subarray(1), "file a"),
      () => unwrapKey(wrapping, Buffer.alloc(60), "file a"),
    ]) {
      expect(attempt).toThrow("cannot be opened with this FILES_KEY");
    }
  });

  it("of another FILES_KEY stop the start with one clear sentence", async () => {
    await fileKeyMaker(null);
    await expect(prepareFiles()).resolves.toBeUndefined();
    const { filesKey } = runtime.config;
    Object.assign(runtime, { config: { ...runtime.config, filesKey: Buffer.alloc(32, 7) } });
    const start = prepareFiles();
    await expect(start).rejects.toBeInstanceOf(StartError);
    await expect(start).rejects.toThrow("FILES_KEY is not the one");
    Object.assign(runtime, { config: { ...runtime.config, filesKey } });
  });

  it("of another case take over a file that moves there, and the old one may go", async () => {
    const [from, to] = [await newCase("N-2"), await newCase("N-3")];
    const file = await bench.keep({ content, caseId: from });
    const move = await fileMover(to);
    await inTransaction((tx) => move(tx, [file.id]));
    await runtime.database.delete(cases).where(eq(cases.id, from));
    const moved = await rowOf(file);
    expect(moved).toMatchObject({ caseId: to, storageKey: file.storageKey });
    expect(moved && (await contentOf(moved))).toBe("Specimen");
  });
});

describe("a file made by the portal", () => {
  it("is stored like an upload", async () => {
    const file = await bench.keep({
      content,
      mimeType: "text/plain",
      kind: "sample",
      caseId: null,
    });
    expect(file.name).toMatch(/^[0-9a-f]{32}\.txt$/);
    expect(await contentOf(file)).toBe("Specimen");
  });

  it("is gone again when it is not kept", async () => {
    const about = {
      kind: "document",
      caseId: bench.caseId,
      createdBy: null,
      originalName: "a.pdf",
      mimeType: "application/pdf",
    } as const;
    const before = await bench.stored();
    await withGeneratedFiles([{ ...about, content }], async () => undefined);
    const failing = withGeneratedFiles([{ ...about, content }], async (files) => {
      await inTransaction(async (tx) => {
        await keepFiles(tx, files);
        throw new Error("a later step failed");
      });
    });
    await expect(failing).rejects.toThrow("a later step failed");
    expect(await bench.stored()).toEqual(before);
  });
});

describe("files that were let go of", () => {
  it(
    "lose row and bytes after the commit, and keep both after a rollback",
    { tags: ["S-24", "S-30"] },
    async () => {
      const [kept, released] = [await bench.keep({ content }), await bench.keep({ content })];
      const undone = inTransaction(async (tx) => {
        await releaseFiles(tx, [kept.id]);
        throw new Error("changed my mind");
      });
      await expect(undone).rejects.toThrow("changed my mind");
      await inTransaction((tx) => releaseFiles(tx, [released.id]));
      expect(await removeReleasedFiles()).toBe(1);
      expect(await rowOf(released)).toBeUndefined();
      expect(await bench.stored()).not.toContain(released.storageKey);
      expect(await contentOf(kept)).toBe("Specimen");
    },
  );

  it("go with their case", async () => {
    const caseId = await newCase("N-4");
    const files = [await bench.keep({ content, caseId }), await bench.keep({ content, caseId })];
    await inTransaction(async (tx) => {
      await releaseFilesOfCase(tx, caseId);
      await tx.delete(cases).where(eq(cases.id, caseId));
    });
    await removeReleasedFiles();
    for (const file of files) expect(await rowOf(file)).toBeUndefined();
    await bench.requireInStep();
  });

  it("also go when only the key of their case is gone", async () => {
    const caseId = await newCase("N-5");
    const file = await bench.keep({ content, caseId });
    await runtime.database.delete(cases).where(eq(cases.id, caseId));
    await removeReleasedFiles();
    expect(await rowOf(file)).toBeUndefined();
  });

  it("do not stop the others when a record still needs one of them", async () => {
    const [needed, released] = [await bench.keep({ content }), await bench.keep({ content })];
    await runtime.database.insert(documents).values({
      caseId: bench.caseId,
      fileName: needed.name,
      originalName: "a.pdf",
      fileSize: 1,
      mimeType: "application/pdf",
      filePath: needed.storageKey,
      storageDriver: "local",
      storedFileId: needed.id,
    });
    await inTransaction((tx) => releaseFiles(tx, [needed.id, released.id]));
    await removeReleasedFiles();
    expect(await rowOf(released)).toBeUndefined();
    expect(bench.logged("a released file still belongs to a record")).toHaveLength(1);
    await runtime.database.delete(documents);
    await removeReleasedFiles();
  });
});

describe("the sweep", { tags: ["reliability-3"] }, () => {
  async function leaveOrphan(): Promise<string> {
    const file = await bench.keep({ content });
    await inTransaction((tx) => releaseFiles(tx, [file.id]));
    const spooled = join(runtime.files.spoolDirectory, "copy");
    await removeReleasedFiles();
    await writeFile(spooled, content);
    await runtime.files.current.put(file.storageKey, spooled);
    return file.storageKey;
  }

  it("removes objects that no row knows once they are a day old, and nothing else", async () => {
    const file = await bench.keep({ content });
    const orphan = await leaveOrphan();
    expect(await sweepOrphans()).toEqual({ removed: 0, missing: [] });
    bench.clock.advance(25 * HOUR_MS);
    expect(await sweepOrphans()).toEqual({ removed: 1, missing: [] });
    expect(await bench.stored()).not.toContain(orphan);
    expect(await contentOf(file)).toBe("Specimen");
  });

  it("reports rows whose bytes are missing", async () => {
    const file = await bench.keep({ content });
    await runtime.files.current.remove(file.storageKey);
    bench.clock.advance(2 * HOUR_MS);
    expect((await sweepOrphans()).missing).toEqual([file.storageKey]);
    expect(bench.logged("a stored file is missing")).toMatchObject([
      { storageKey: file.storageKey },
    ]);
    await inTransaction((tx) => releaseFiles(tx, [file.id]));
    await removeReleasedFiles();
  });

  it("removes what a dead process has left in the spool, and not what another one is writing", async () => {
    const spool = runtime.files.spoolDirectory;
    for (const name of ["old.part", "new.part"]) await writeFile(join(spool, name), "x");
    const now = bench.clock.now().getTime();
    await utimes(join(spool, "old.part"), now / 1000 - 7200, now / 1000 - 7200);
    await utimes(join(spool, "new.part"), now / 1000, now / 1000);
    expect(await sweepSpool()).toBe(1);
    expect(await readdir(spool)).toEqual(["new.part"]);
  });
});
