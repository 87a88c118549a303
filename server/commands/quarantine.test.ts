import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { fileKeyMaker } from "#server/files/keys.ts";
import { quarantine } from "#server/files/quarantine.ts";
import { spool } from "#server/files/spool.ts";
import { runCommandBeside } from "#testing/command-beside.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

it("npm run quarantine writes a file that the scanner found to where a person can look at it", async () => {
  const content = Buffer.from("something evil");
  const file = await spool(Readable.from([content]), await fileKeyMaker(null));
  const name = await quarantine(file, { finding: "Evil.Test", caseId: null, userId: null });
  const target = join(runtime.config.dataDirectory, "looked-at");
  expect(await runCommandBeside("quarantine", [name, target])).toEqual({
    exitCode: 0,
    output: `Written to ${target}: infected, and no longer encrypted.\n`,
    complaint: "",
  });
  expect(await readFile(target)).toEqual(content);
  expect((await stat(target)).mode & 0o777).toBe(0o600);
});
