/**
 * `npm test`: every test, browser journeys included. The last line reads `N passed, N failed`.
 * A skipped test counts as failed, and so does a run that broke off or found nothing to do. A journey may need a second
 * try, which is said; two that do fail the run.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readPlaywrightReport, readVitestReport, type Outcome } from "./test/reports.ts";
import { root, runTool } from "./tools.ts";
import { buildWebIfNeeded } from "./web-build.ts";

const cache = join(root, ".cache");
const vitestReport = join(cache, "vitest", "report.json");
const playwrightReport = join(cache, "e2e", "report.json");

function announce(title: string): void {
  console.log(`\n── ${title} ${"─".repeat(Math.max(0, 76 - title.length))}\n`);
}

async function runVitest(): Promise<Outcome> {
  announce("Contract, server and web");
  rmSync(vitestReport, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`];
  const { exitCode } = await runTool("vitest", ["run", "--allowOnly=false", ...reporters], {
    isLive: true,
  });
  return readVitestReport(vitestReport, exitCode);
}

async function runPlaywright(): Promise<Outcome> {
  announce("Journeys through the portal in a browser");
  rmSync(playwrightReport, { force: true });
  try {
    await buildWebIfNeeded();
  } catch (error) {
    console.error((error as Error).message);
    return { passed: 0, failures: ["the web could not be built"] };
  }
  const { exitCode } = await runTool("playwright", ["test", "--config", "e2e"], { isLive: true });
  return readPlaywrightReport(playwrightReport, exitCode);
}

function summarise(outcomes: Outcome[]): void {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  announce("All tests");
  for (const outcome of outcomes)
    for (const journey of outcome.secondTries ?? []) console.log(`needed a second try: ${journey}`);
  for (const failure of failures) console.log(`failed: ${failure}`);
  if (passed + failures.length === 0) failures.push("no test ran");
  process.exitCode = failures.length === 0 ? 0 : 1;
  console.log(`${passed} passed, ${failures.length} failed`);
}

summarise([await runVitest(), await runPlaywright()]);
