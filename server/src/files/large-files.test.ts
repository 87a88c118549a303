/** Whoever stores or reads a large file lets everybody else have a turn every few milliseconds. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MEGABYTE } from "contract/files";
import { type FileBench, openFileBench } from "#testing/file-bench.ts";
import { decrypt } from "./encryption.ts";
import { fileKeyMaker } from "./keys.ts";
import { openStoredFile } from "./open.ts";
import { dropSpooled, spool } from "./spool.ts";

/** Hashed and encrypted in well under five milliseconds, also by a slow machine. */
const MOST_IN_ONE_TURN = MEGABYTE;
const content = randomBytes(10 * MEGABYTE);

let bench: FileBench;
beforeAll(async () => {
  bench = await openFileBench();
});
afterAll(() => bench.close());

/** The most bytes that were worked on before something else could happen. */
async function mostInOneTurn(
  work: (count: (bytes: number) => void) => Promise<void>,
): Promise<number> {
  let most = 0;
  let bytesInTurn = 0;
  let isDone = false;
  const beginTurn = () => {
    most = Math.max(most, bytesInTurn);
    bytesInTurn = 0;
    if (!isDone) setImmediate(beginTurn);
  };
  beginTurn();
  await work((bytes) => (bytesInTurn += bytes));
  isDone = true;
  return Math.max(most, bytesInTurn);
}

it("a file of ten megabytes is hashed, encrypted and written in short turns", async () => {
  const most = await mostInOneTurn(async (count) => {
    let known = 0;
    const checkSize = (size: number) => {
      count(size - known);
      known = size;
    };
    const gate = { checkHead: async () => undefined, checkSize };
    await dropSpooled([await spool(content, await fileKeyMaker(bench.caseId), gate)]);
  });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(MOST_IN_ONE_TURN);
});

it("and it is read and decrypted in short turns", async () => {
  const file = await bench.keep({ content });
  const most = await mostInOneTurn(async (count) => {
    for await (const part of decrypt(await openStoredFile(file))) count(part.length);
  });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(MOST_IN_ONE_TURN);
});
