/** Makes sure that the data directory holds the complete demonstration; called by `npm run demo` before the portal starts. */
import { loadConfig, readEnvironment } from "#server/config.ts";
import { fillDemo } from "#server/demo/fill-demo.ts";
import { openRuntime } from "#server/open-runtime.ts";
import { StartError } from "#server/start-error.ts";

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
