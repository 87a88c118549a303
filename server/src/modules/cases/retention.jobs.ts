import { defineJob } from "#server/jobs/jobs.ts";
import { applyRetention } from "./retention.service.ts";

defineJob(
  "retention",
  { schedule: "41 2 * * *", retryLimit: 1, expireInSeconds: 3600 },
  async () => {
    await applyRetention({ isDryRun: false });
  },
);
