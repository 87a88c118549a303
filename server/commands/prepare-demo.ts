/** Makes sure that the data directory holds the complete demonstration; called by `npm run demo` before the portal starts. */
import { fillDemo } from "#demo/fill-demo.ts";
import { loadConfig, readEnvironment } from "#server/config/config.ts";
import { StartError } from "#server/core/start-error.ts";
import { openRuntime } from "#server/open-runtime.ts";

const opened = await openRuntime(loadConfig({ ...readEnvironment(), LOG_LEVEL: "warn" }));
try {
  await fillDemo(opened.owner);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await opened.close();
}
