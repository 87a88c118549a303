import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { runCommandBeside } from "#testing/command-beside.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import {
  createEmptyDatabase,
  databaseSettings,
  type TestDatabase,
  urlOf,
} from "#testing/test-database.ts";

let portal: TestApp;
let target: TestDatabase;
let directory: string;

beforeAll(async () => {
  portal = await openTestApp();
  target = await createEmptyDatabase();
  directory = await mkdtemp(join(tmpdir(), "portal-command-"));
  await buildDocument();
});
afterAll(async () => {
  await portal.close();
  await target.remove();
  await rm(directory, { recursive: true, force: true });
});

type Place = { DATABASE_URL: string; DATA_DIR: string };

function run(command: "backup" | "restore", place: Place, ...values: string[]) {
  return runCommandBeside(command, values, { DATABASE_OWNER_URL: "", ...place });
}

describe("npm run backup and npm run restore", () => {
  it("carry a portal to another place", async () => {
    const here = { ...databaseSettings(), DATA_DIR: runtime.config.dataDirectory };
    const there = { DATABASE_URL: urlOf(target.owner), DATA_DIR: join(directory, "there") };
    const made = await run("backup", here, "portal.backup");
    expect(made).toMatchObject({ exitCode: 0, complaint: "" });
    expect(made.output).toMatch(/^portal\.backup holds \d+ rows and 1 files, as they were at 20/);
    const restored = await run("restore", there, "portal.backup");
    expect(restored).toMatchObject({ exitCode: 0, complaint: "" });
    expect(restored.output).toMatch(/^Restored \d+ rows and 1 files, as they were at 20/);
    expect(await readdir(join(there.DATA_DIR, "files", "objects"))).toHaveLength(1);
    const again = await run("restore", there, "portal.backup");
    expect(again).toMatchObject({ exitCode: 1, output: "" });
    expect(again.complaint).toMatch(/^The file storage is not empty .*\n$/);
    const unnamed = await run("backup", here);
    expect(unnamed).toEqual({
      exitCode: 1,
      output: "",
      complaint: "Name the file: npm run backup -- portal.backup\n",
    });
  });
});
