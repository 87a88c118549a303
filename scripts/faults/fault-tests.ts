/** Every fault test, by the name that `--only` takes. */
import { canaries, malformedRequestsByChance } from "./by-chance.ts";
import { cutUploads } from "./cut-uploads.ts";
import type { FaultTest } from "./fault.ts";
import { everythingKilled, portalKilled } from "./killed.ts";
import { lostRights } from "./lost-rights.ts";
import { pressedTwice } from "./pressed-twice.ts";
import { secondPortal } from "./second-portal.ts";
import { stoppedGently } from "./stopped-gently.ts";

export const faultTests: Record<string, FaultTest> = {
  "portal-killed": portalKilled,
  "everything-killed": everythingKilled,
  "second-portal": secondPortal,
  "cut-uploads": cutUploads,
  "malformed-requests": malformedRequestsByChance,
  "pressed-twice": pressedTwice,
  "lost-rights": lostRights,
  canaries,
  "stopped-gently": stoppedGently,
};
