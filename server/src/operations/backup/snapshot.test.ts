import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { releaseFiles } from "#server/files/stored.ts";
import { removeReleasedFiles } from "#server/files/sweep.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { ownerAddress } from "#testing/test-database.ts";
import { backUp, type Installation } from "./back-up.ts";
import { openSnapshot } from "./snapshot.ts";

let portal: TestApp;
let directory: string;
let backup: string;

beforeEach(async () => {
  portal = await openTestApp();
  directory = await mkdtemp(join(tmpdir(), "portal-backup-"));
  backup = join(directory, "portal.backup");
});
afterEach(async () => {
  await portal.close();
  await rm(directory, { recursive: true, force: true });
});

const source = (): Installation => ({
  config: runtime.config,
  address: ownerAddress(),
});

describe("while a backup is made", () => {
  it("released files keep their bytes until it is done", async () => {
    const document = await buildDocument();
    const snapshot = await openSnapshot(source().address);
    await runtime.database.execute("delete from documents");
    await inTransaction((tx) => releaseFiles(tx, [document.storedFileId]));
    expect(await removeReleasedFiles()).toBe(0);
    await snapshot.close();
    expect(await removeReleasedFiles()).toBe(1);
  });

  it("a file whose bytes are gone is named and does not stop it", async () => {
    const { filePath } = await buildDocument();
    await runtime.files.current.remove(filePath);
    expect(await backUp(backup, source())).toMatchObject({ objects: 0, missing: [filePath] });
  });

  it("an existing file is not overwritten, and nothing is left beside it", async () => {
    await writeFile(backup, "precious");
    await expect(backUp(backup, source())).rejects.toThrow("is there already");
    expect(await readFile(backup, "utf8")).toBe("precious");
    expect(await readdir(directory)).toEqual(["portal.backup"]);
  });
});
