/** What happens to files after a request: released ones go at once, and storage and table are compared every night. */
import { defineJob } from "#server/jobs/jobs.ts";
import { emptyQuarantine } from "./quarantine.ts";
import { removeReleasedFiles, sweepOrphans, sweepSpool } from "./sweep.ts";

/** Asked for in the transaction that lets go of files. */
export const removeFiles = defineJob("files.remove", {}, async () => {
  await removeReleasedFiles();
});

defineJob("files.sweep", { schedule: "23 2 * * *", expireInSeconds: 3600 }, async () => {
  await removeReleasedFiles();
  await sweepOrphans();
  await sweepSpool();
  await emptyQuarantine();
});
