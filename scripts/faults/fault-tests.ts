/** Every fault test, by the name that `--only` takes. */
import { automationFails } from "./automation-fails.ts";
import { automationFlow } from "./automation-flow.ts";
import { backupDrill } from "./backup-drill.ts";
import { bulkKilled } from "./bulk-killed.ts";
import { canaries, malformedRequestsByChance } from "./by-chance.ts";
import { clockSkew } from "./clock-skew.ts";
import { crashAtEveryStep } from "./crash-at-every-step.ts";
import { cutUploads } from "./cut-uploads.ts";
import { databaseUnreachable } from "./database-unreachable.ts";
import { diskFails } from "./disk-fails.ts";
import { diskFull } from "./disk-full.ts";
import { editedTogether } from "./edited-together.ts";
import type { FaultTest } from "./fault.ts";
import { everythingKilled, portalKilled } from "./killed.ts";
import { load } from "./load.ts";
import { lostRights } from "./lost-rights.ts";
import { mailServerFails } from "./mail-server-fails.ts";
import { model } from "./model.ts";
import { objectStorage } from "./object-storage.ts";
import { openPages } from "./open-pages.ts";
import { plantedDamage } from "./planted-damage.ts";
import { pressedTwice } from "./pressed-twice.ts";
import { scannerFails } from "./scanner-fails.ts";
import { secondPortal } from "./second-portal.ts";
import { slowSenders } from "./slow-senders.ts";
import { stoppedGently } from "./stopped-gently.ts";
import { timeZones } from "./time-zones.ts";
import { remindersKilled, toldKilled } from "./told-killed.ts";
import { twoReleases } from "./two-releases.ts";

export const faultTests: Record<string, FaultTest> = {
  "portal-killed": portalKilled,
  "everything-killed": everythingKilled,
  "bulk-killed": bulkKilled,
  "told-killed": toldKilled,
  "reminders-killed": remindersKilled,
  "crash-at-every-step": crashAtEveryStep,
  "second-portal": secondPortal,
  "two-releases": twoReleases,
  "disk-full": diskFull,
  "disk-fails": diskFails,
  "database-unreachable": databaseUnreachable,
  "object-storage": objectStorage,
  "mail-server-fails": mailServerFails,
  "automation-fails": automationFails,
  "automation-flow": automationFlow,
  "scanner-fails": scannerFails,
  "slow-senders": slowSenders,
  "open-pages": openPages,
  load,
  "cut-uploads": cutUploads,
  "malformed-requests": malformedRequestsByChance,
  "pressed-twice": pressedTwice,
  "edited-together": editedTogether,
  "lost-rights": lostRights,
  model,
  canaries,
  "clock-skew": clockSkew,
  "time-zones": timeZones,
  "backup-drill": backupDrill,
  "planted-damage": plantedDamage,
  "stopped-gently": stoppedGently,
};
