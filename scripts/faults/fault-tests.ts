/** Every fault test, by the name that `--only` takes. */
import type { FaultTest } from "./fault.ts";
import { everythingKilled, portalKilled } from "./killed.ts";

export const faultTests: Record<string, FaultTest> = {
  "portal-killed": portalKilled,
  "everything-killed": everythingKilled,
};
