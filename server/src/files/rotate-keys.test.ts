import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Config } from "#server/config/config.ts";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { examine } from "#server/operations/integrity-check/examine.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildFullPortal } from "#testing/full-portal.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { fileKeyMaker, wrapKey } from "./keys.ts";
import { prepareFiles } from "./prepare.ts";
import { rotateKeys } from "./rotate-keys.ts";

let portal: TestApp;
let oldKey: Buffer;
const newKey = randomBytes(32);

beforeEach(async () => {
  portal = await openTestApp();
  oldKey = runtime.config.filesKey;
});
afterEach(() => portal.close());

function restartWith(keys: Pick<Config, "filesKey" | "previousFilesKey">): void {
  setRuntime({ ...runtime, config: { ...runtime.config, ...keys } });
}

async function objects(): Promise<Buffer[]> {
  const rows = await runtime.database.select().from(storedFiles).orderBy(storedFiles.id);
  const folder = join(runtime.config.dataDirectory, "files", "objects");
  return Promise.all(
    rows.map(({ storageKey: key }) =>
      readFile(join(folder, key.slice(0, 2), key.slice(2, 4), key)),
    ),
  );
}

describe("changing FILES_KEY", () => {
  it(
    "opens every file with both, during and after it, and rewrites none",
    { tags: ["asvs-95"] },
    async () => {
      await buildFullPortal(2);
      const before = await objects();
      restartWith({ filesKey: newKey, previousFilesKey: oldKey });
      await prepareFiles();
      await buildDocument();
      expect((await examine()).findings).toEqual([]);
      expect(await rotateKeys()).toEqual({ keys: 4, rewrapped: 3 });
      expect(await rotateKeys()).toEqual({ keys: 4, rewrapped: 0 });
      restartWith({ filesKey: newKey, previousFilesKey: null });
      await prepareFiles();
      expect((await examine()).findings).toEqual([]);
      expect((await objects()).slice(0, before.length)).toEqual(before);
    },
  );

  it("leaves the old key without use", { tags: ["asvs-95"] }, async () => {
    await buildDocument();
    restartWith({ filesKey: newKey, previousFilesKey: oldKey });
    await rotateKeys();
    restartWith({ filesKey: oldKey, previousFilesKey: null });
    await expect(prepareFiles()).rejects.toThrow("FILES_KEY is not the one");
  });

  it("stops the start when the old key is taken away too early", async () => {
    await buildDocument();
    restartWith({ filesKey: newKey, previousFilesKey: oldKey });
    await buildDocument();
    restartWith({ filesKey: newKey, previousFilesKey: null });
    await expect(prepareFiles()).rejects.toThrow("FILES_KEY is not the one");
  });

  it("stops the start while one key is left, however many keys there are", async () => {
    for (let index = 0; index < 120; index += 1) await makeCaseKey();
    restartWith({ filesKey: newKey, previousFilesKey: oldKey });
    await rotateKeys();
    const [oldest] = await runtime.database.select().from(caseKeys).orderBy(caseKeys.id).limit(1);
    const { id, caseId } = oldest!;
    const leftOver = wrapKey(oldKey, randomBytes(32), `case-key:${caseId}`);
    await runtime.database
      .update(caseKeys)
      .set({ wrappedKey: leftOver })
      .where(eq(caseKeys.id, id));
    restartWith({ filesKey: newKey, previousFilesKey: null });
    await expect(prepareFiles()).rejects.toThrow("FILES_KEY is not the one");
  });

  it("takes less than a minute for 10,000 cases", { tags: ["security-5.4"] }, async () => {
    const wanted = 300;
    for (let index = 0; index < wanted; index += 10)
      await Promise.all(Array.from({ length: 10 }, makeCaseKey));
    restartWith({ filesKey: newKey, previousFilesKey: oldKey });
    const startedAt = performance.now();
    expect(await rotateKeys()).toEqual({ keys: wanted, rewrapped: wanted });
    expect(performance.now() - startedAt).toBeLessThan((60_000 * wanted) / 10_000);
  });

  async function makeCaseKey(): Promise<void> {
    await fileKeyMaker((await buildCase()).id);
  }
});
