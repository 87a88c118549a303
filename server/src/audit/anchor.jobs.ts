import { defineJob } from "#server/jobs/jobs.ts";
import { writeAnchor } from "./anchors.ts";

defineJob("audit.anchor", { schedule: "7 * * * *", retryLimit: 1 }, async () => {
  await writeAnchor();
});
