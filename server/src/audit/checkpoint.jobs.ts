import { defineJob } from "#server/jobs/jobs.ts";
import { writeCheckpoint } from "./checkpoints.ts";

defineJob("audit.checkpoint", { schedule: "7 * * * *", retryLimit: 1 }, async () => {
  await writeCheckpoint();
});
