import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { lastMailTo } from "#testing/mails.ts";
import { browserIn, buildMember, enterPassword, hashCheaply } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { databaseSettings } from "#testing/test-database.ts";
import { givePasskey, giveTotp } from "#testing/two-factor.ts";

let portal: TestApp;
let directory: string;
beforeAll(async () => {
  hashCheaply();
  portal = await openTestApp();
  directory = await mkdtemp(join(tmpdir(), "portal-command-"));
});
afterAll(async () => {
  await portal.close();
  await rm(directory, { recursive: true, force: true });
});

/** The command in a process of its own, beside the running portal, on the same database. */
function removeFactorsOf(address: string) {
  const env = {
    PATH: process.env["PATH"],
    DATA_DIR: directory,
    ...databaseSettings(),
    SECRET_KEY: runtime.config.secretKey.toString("base64"),
    FILES_KEY: runtime.config.filesKey.toString("base64"),
  };
  const command = join(import.meta.dirname, "two-factor-remove.ts");
  return promisify(execFile)(process.execPath, [command, address], { env });
}

it("lets an admin who has lost everything sign in by mail again, and tells him [asvs 70]", async () => {
  const person = await buildMember({ role: "admin" });
  await giveTotp(person.id);
  await givePasskey(person.id);
  const { stdout } = await removeFactorsOf(person.email);
  expect(stdout).toBe(`${person.email} signs in with a code by mail again.\n`);
  expect((await lastMailTo(person.email)).template).toBe("factorsRemoved");
  expect(await enterPassword(browserIn(portal), person.email)).not.toHaveProperty("factors");
});

it("says what it needs when there is no such account", async () => {
  await expect(removeFactorsOf("nobody@example.com")).rejects.toMatchObject({
    code: 1,
    stderr: "Give the address of an account: npm run factors:remove -- mail@example.com\n",
  });
});
