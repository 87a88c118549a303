/**
 * `npm run faults`: hurts portals of its own in the ways of docs/specification/reliability.md and prints a row for each:
 * inputs tried, faults injected, acknowledged, lost, half, leaked. It ends with 1 unless the last three read 0.
 *
 *     npm run faults -- --only portal-killed --scale 0.01 --seed 7
 */
import { parseArgs } from "node:util";
import { loadDrizzleAsCommonJs } from "server/src/database/load-drizzle.ts";
import type { FaultTest, Finding } from "./faults/fault.ts";
import { buildWebIfNeeded } from "./web-build.ts";

loadDrizzleAsCommonJs();
const { faultTests } = await import("./faults/fault-tests.ts");
const { Random } = await import("./faults/random.ts");
const { printFindings } = await import("./faults/findings-table.ts");

const SHOWN_PROBLEMS = 10;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    scale: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const scale = Number(values.scale);
const seed = Number(values.seed);
const names = values.only ?? Object.keys(faultTests);
const unknown = names.filter((name) => !(name in faultTests));
if (unknown.length > 0 || !(scale > 0) || !Number.isInteger(seed)) {
  console.error(`Names: ${Object.keys(faultTests).join(", ")}. --scale is above 0, --seed whole.`);
  process.exit(1);
}

async function runTest(name: string): Promise<{ name: string; test: FaultTest; finding: Finding }> {
  const test = faultTests[name] as FaultTest;
  const startedAt = performance.now();
  const finding = await test.run({ scale, random: new Random(seed) });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`${name}: ${finding.problems.length === 0 ? "holds" : "BROKEN"} (${seconds} s)`);
  for (const problem of finding.problems.slice(0, SHOWN_PROBLEMS)) console.log(`  ${problem}`);
  return { name, test, finding };
}

console.log(`seed ${seed}, scale ${scale}`);
await buildWebIfNeeded();
const results = [];
for (const name of names) {
  results.push(
    await runTest(name).catch((error: unknown) => {
      process.exitCode = 1;
      console.error(`${name} could not be carried out:`, error);
      return null;
    }),
  );
}
const carriedOut = results.filter((result) => result !== null);
printFindings(carriedOut);
if (carriedOut.some(({ finding }) => finding.problems.length > 0)) process.exitCode = 1;
