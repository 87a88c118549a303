/**
 * Makes sure that the data directory holds the complete demonstration; called by `npm run demo` before the portal starts,
 * with how many further cases it shall have, and each night when it is filled anew.
 */
import { parseArgs } from "node:util";
import { resolveNamesOnce } from "#server/core/resolve-once.ts";
import { loadDrizzleAsCommonJs } from "#server/database/load-drizzle.ts";

// Before anything else is loaded, as in the portal itself.
loadDrizzleAsCommonJs();
resolveNamesOnce();
const { fillDemo } = await import("#demo/fill-demo.ts");
const { loadConfig, readEnvironment } = await import("#server/config/config.ts");
const { StartError } = await import("#server/core/start-error.ts");
const { openRuntime } = await import("#server/open-runtime.ts");

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
