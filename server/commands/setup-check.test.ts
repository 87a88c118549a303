import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lookAtClock } from "#server/operations/integrity-check/look-at-clock.ts";
import { runCommandBeside } from "#testing/command-beside.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
  await buildCase();
});
afterAll(() => portal.close());

const check = (settings: Record<string, string> = {}) =>
  runCommandBeside("setup-check", [], settings);

describe("npm run setup:check", () => {
  it("prints the first steps, and ends with 0 while something is only to do", async () => {
    const { exitCode, output, complaint } = await check();
    expect([exitCode, complaint]).toEqual([0, ""]);
    expect(output).toContain("ok  Mail: no SMTP_URL, mails become files in");
    expect(output).toContain("ok  Clock: this machine and the database agree on the time.");
    expect(output).toContain("[ ] Send a test mail");
    expect(output).toContain("[x] Bring in your cases");
  });

  it.each([
    ["Mail", { SMTP_URL: "smtp://127.0.0.1:1" }],
    [
      "Storage",
      {
        S3_ENDPOINT: "http://127.0.0.1:1",
        S3_BUCKET: "papers",
        S3_ACCESS_KEY_ID: "a",
        S3_SECRET_ACCESS_KEY: "b",
      },
    ],
    ["Scanner", { SCAN: "required", CLAMD_ADDRESS: "127.0.0.1:1" }],
  ])("ends with 1 when it is the %s that fails", async (part, settings) => {
    const { exitCode, output } = await check(settings);
    expect(exitCode).toBe(1);
    expect(output).toMatch(new RegExp(`^NOT OK {2}${part}: `, "m"));
    expect(output.match(/^NOT OK/gm)).toHaveLength(1);
  });

  it("sees a clock that is wrong", () => {
    const slow = lookAtClock(new Date(Date.now() - 90_000));
    expect(slow).toMatchObject({ part: "Clock", isFine: false });
    expect(slow.sentence).toMatch(/^this machine is (?:89|90|91) seconds behind the database/);
  });
});
