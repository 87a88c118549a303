/**
 * `npm run mutate`: the test of the tests. Plants faults, one at a time, in a copy of the project, and demands that the
 * tests named for each fail. `--only <words>` plants those whose description contains the words.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyTree } from "./mutate/copy-tree.ts";
import type { PlantedFault } from "./mutate/planted-fault.ts";
import { misplaced, plantedFaults } from "./mutate/planted-faults.ts";
import { readVitestReport, type Outcome } from "./test/reports.ts";
import { root, runTool } from "./tools.ts";

const { values } = parseArgs({
  options: { only: { type: "string", multiple: true, default: [""] } },
});
const chosen = plantedFaults.filter(({ what }) =>
  values.only.some((words) => what.includes(words)),
);
const copy = mkdtempSync(join(tmpdir(), "portal-mutants-"));
const report = join(copy, "report.json");

async function runTests(tests: readonly string[], options: string[] = []): Promise<Outcome> {
  rmSync(report, { force: true });
  const reporters = ["--reporter=json", `--outputFile.json=${report}`];
  const args = ["run", "--project", "server", ...options, ...reporters, ...tests];
  const { exitCode } = await runTool("vitest", args, { cwd: copy });
  return readVitestReport(report, exitCode);
}

/** Tests that fail without any fault prove nothing about one. */
const failingAnyway = new Set<string>();

/** What fails twice in a row: once may be a machine that is busy with something else. */
async function failuresWithoutFault(): Promise<string[]> {
  const tests = [...new Set(chosen.flatMap((fault) => fault.tests))];
  const first = await runTests(tests);
  if (first.failures.length === 0) return [];
  const again = await runTests(tests);
  return again.failures.filter((failure) => first.failures.includes(failure));
}

/** Null when the fault was noticed, otherwise what is wrong. */
async function plant(fault: PlantedFault): Promise<string | null> {
  const path = join(copy, fault.file);
  const original = readFileSync(path, "utf8");
  const problem = misplaced(fault, original);
  if (problem !== null) return problem;
  writeFileSync(path, original.split(fault.text).join(fault.replacement));
  try {
    // One failure is enough, as long as it cannot be one of those.
    const outcome = await runTests(fault.tests, failingAnyway.size === 0 ? ["--bail=1"] : []);
    const failures = outcome.failures.filter((failure) => !failingAnyway.has(failure));
    if (failures.length === 0) return `survived: ${fault.tests.join(", ")} passed without it`;
    // Code that no longer loads proves nothing about a test.
    return outcome.passed === 0 &&
      failures.every((failure) => failure.includes("could not be loaded"))
      ? `the portal no longer loads: ${failures[0]}`
      : null;
  } finally {
    writeFileSync(path, original);
  }
}

const problems: string[] = [];
let caught = 0;
try {
  copyTree(root, copy);
  for (const failure of await failuresWithoutFault()) {
    failingAnyway.add(failure);
    problems.push(`fails without any fault: ${failure}`);
  }
  for (const fault of chosen) {
    const problem = await plant(fault);
    console.log(`${problem === null ? "caught  " : "MISSED  "}${fault.what}`);
    if (problem === null) caught += 1;
    else problems.push(`${fault.what}: ${problem}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(`${chosen.length} faults planted, ${caught} caught`);
if (problems.length > 0 || chosen.length === 0) process.exitCode = 1;
