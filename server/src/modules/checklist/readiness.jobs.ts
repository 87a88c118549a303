import type { Program } from "contract/case-parts";
import { defineJob } from "#server/jobs/jobs.ts";
export const refreshProgramJob = defineJob<{ program: Program; after?: number }>(
  "checklist.refreshProgram",
  { expireInSeconds: 60 },
  async () => {},
);
