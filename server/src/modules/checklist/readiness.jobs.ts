/** What follows a change of rules: the figures that lists show of each case. While no list shows any, nothing is written. */
import type { Program } from "contract/case-parts";
import { defineJob } from "#server/jobs/jobs.ts";

/** Enqueued in the transaction of the change. */
export const refreshProgramJob = defineJob<{ program: Program }>(
  "checklist.refreshProgram",
  { expireInSeconds: 60 },
  () => Promise.resolve(),
);
