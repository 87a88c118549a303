/**
 * Makes sure that the data directory holds the complete demonstration; called by `npm run demo` before the portal starts,
 * with how many further cases it shall have, and each night when it is filled anew.
 */
import { parseArgs } from "node:util";
import { fillDemo } from "#demo/fill-demo.ts";
import { loadConfig, readEnvironment } from "#server/config/config.ts";
import { StartError } from "#server/core/start-error.ts";
import { openRuntime } from "#server/open-runtime.ts";

const { values } = parseArgs({ options: { cases: { type: "string", default: "0" } } });
const opened = await openRuntime(loadConfig({ ...readEnvironment(), LOG_LEVEL: "warn" }));
try {
  await fillDemo(opened.owner, { moreCases: Number(values.cases) });
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await opened.close();
}
