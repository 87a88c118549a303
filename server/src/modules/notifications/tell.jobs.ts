/** Tells people, a moment after the change: never for one that was rolled back, never twice, and again when killed. */
import { defineJobInTransaction } from "#server/jobs/jobs.ts";
import { forget, type Forgotten, type News, tell } from "./tell.service.ts";

const THREE_DAYS_OF_TRIES = 450;

export const tellJob = defineJobInTransaction<News | Forgotten>(
  "notifications.tell",
  { expireInSeconds: 30, retryLimit: THREE_DAYS_OF_TRIES, mostTogether: 50 },
  (tx, news) => ("forget" in news ? forget(tx, news) : tell(tx, news)),
);
