/**
 * The portal's own code in the process of the tests, on the same data directory: it prepares in milliseconds what
 * clicking would take minutes for. While it is open, the factories of server/src/testing work here too.
 */
import { loadConfig } from "server/src/config/config.ts";
import { openRuntime, type OpenRuntime } from "server/src/open-runtime.ts";
import { builtCases } from "server/testing/factories/cases.ts";
import type { Portal } from "./portal.ts";

export function openBackstage(portal: Portal): Promise<OpenRuntime> {
  builtCases.areSearchable = true;
  const { origin, dataDirectory } = portal;
  return openRuntime(
    loadConfig({ APP_ORIGIN: origin, DATA_DIR: dataDirectory, LOG_LEVEL: "silent" }),
  );
}
