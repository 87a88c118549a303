import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./reports.ts";

const folder = mkdtempSync(join(tmpdir(), "reports-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(report: object): string {
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(report));
  return path;
}

describe("the report of vitest", () => {
  const file = (status: string, statuses: string[]) => ({
    name: "cases.test.ts",
    status,
    message: "Unexpected token",
    assertionResults: statuses.map((each) => ({ fullName: `a case is ${each}`, status: each })),
  });

  it("counts what passed and names what failed", () => {
    const path = write({ testResults: [file("failed", ["passed", "passed", "failed"])] });
    const failures = ["a case is failed (failed)"];
    expect(readVitestReport(path, 1)).toEqual({ passed: 2, failures });
  });

  it("holds a skipped test against the run, although vitest does not", () => {
    const path = write({ testResults: [file("passed", ["passed", "pending"])] });
    const failures = ["a case is pending (pending)"];
    expect(readVitestReport(path, 0)).toEqual({ passed: 1, failures });
  });

  it("counts a file that could not be loaded as a failure", () => {
    const path = write({ testResults: [file("failed", [])] });
    expect(readVitestReport(path, 1).failures).toEqual([
      "cases.test.ts could not be loaded: Unexpected token",
    ]);
  });

  it("does not let an unhandled error pass that belongs to no test", () => {
    const path = write({ testResults: [file("passed", ["passed"])] });
    expect(readVitestReport(path, 1).failures).toEqual(["vitest ended with exit code 1"]);
  });

  it("counts a run without a report as a failure, whatever its exit code", () => {
    expect(readVitestReport(join(folder, "missing.json"), 0).failures).toHaveLength(1);
  });
});

describe("the report of playwright", () => {
  const spec = (status: string) => ({
    title: `signs in (${status})`,
    tests: [{ status }],
  });

  it("counts journeys in nested groups and names those that failed or were skipped", () => {
    const inner = { title: "with a code", specs: [spec("unexpected"), spec("skipped")] };
    const outer = { title: "sign-in.spec.ts", specs: [spec("expected")], suites: [inner] };
    const { passed, failures } = readPlaywrightReport(write({ suites: [outer], errors: [] }), 1);
    expect(passed).toBe(1);
    expect(failures).toEqual([
      "sign-in.spec.ts › with a code › signs in (unexpected) (unexpected)",
      "sign-in.spec.ts › with a code › signs in (skipped) (skipped)",
    ]);
  });

  it("names a journey that needed a second try, and lets a run have one of them", () => {
    const run = (count: number) => {
      const specs = [spec("expected"), ...Array.from({ length: count }, () => spec("flaky"))];
      return write({ suites: [{ title: "sign-in.spec.ts", specs }], errors: [] });
    };
    expect(readPlaywrightReport(run(1), 0)).toEqual({
      passed: 2,
      failures: [],
      secondTries: ["sign-in.spec.ts › signs in (flaky)"],
    });
    expect(readPlaywrightReport(run(2), 0)).toMatchObject({
      failures: ["2 journeys needed a second try, where 1 is allowed"],
      secondTries: { length: 2 },
    });
  });

  it("names an error that stopped the whole run", () => {
    const path = write({ suites: [], errors: [{ message: "Error: no browser\n  at here" }] });
    expect(readPlaywrightReport(path, 1).failures).toEqual(["Error: no browser"]);
  });
});
