import { afterAll, beforeAll, expect, it } from "vitest";
import { version } from "#server/core/version.ts";
import { runCommandBeside } from "#testing/command-beside.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

it("brings the database up to date beside a running portal, with and without its last steps", async () => {
  for (const options of [[], ["--contract"]]) {
    const { exitCode, output, complaint } = await runCommandBeside("migrate", options);
    expect(complaint).toBe("");
    expect(output).toBe(`The database is as version ${version} wants it.\n`);
    expect(exitCode).toBe(0);
  }
});
