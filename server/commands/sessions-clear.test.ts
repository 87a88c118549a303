import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { databaseSettings } from "#testing/test-database.ts";

let portal: TestApp;
let directory: string;
beforeAll(async () => {
  portal = await openTestApp();
  directory = await mkdtemp(join(tmpdir(), "portal-command-"));
});
afterAll(async () => {
  await portal.close();
  await rm(directory, { recursive: true, force: true });
});

/** The command in a process of its own, beside the running portal, on the same database. */
async function clearSessions(): Promise<string> {
  const env = {
    PATH: process.env["PATH"],
    DATA_DIR: directory,
    ...databaseSettings(),
    SECRET_KEY: runtime.config.secretKey.toString("base64"),
    FILES_KEY: runtime.config.filesKey.toString("base64"),
  };
  const command = join(import.meta.dirname, "sessions-clear.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env });
  return stdout;
}

it("signs everybody out beside a running portal, and says how many sessions there were [asvs 87]", async () => {
  const browsers = [await portal.as(await buildAdmin()), await portal.as(await buildUser())];
  for (const browser of browsers) await browser.call(sessionApi.getUser);
  expect(await clearSessions()).toBe("2 sessions ended.\n");
  for (const browser of browsers) await browser.refused(401, sessionApi.getUser);
  expect(await clearSessions()).toBe("0 sessions ended.\n");
});
