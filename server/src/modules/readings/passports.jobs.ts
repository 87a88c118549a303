/** Passports are read after the call that brought them, one at a time; what was read does not stay for ever. */
import { eq, inArray } from "drizzle-orm";
import { readings } from "#server/database/tables/readings.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { clearReadings, forgetFormer } from "./clear-readings.ts";
import { readDocument } from "./read-document.ts";

/** Three times thirty seconds, and the file. */
const READING_SECONDS = 150;

export const readJob = defineJob<{ documentId: number }>(
  "passports.read",
  { onePerKey: true, expireInSeconds: READING_SECONDS, retryLimit: 2 },
  ({ documentId }) => readDocument(documentId),
);

/** What a portal was reading when it was killed waits again; the queue itself would wait until that run has expired. */
export const goOnJob = defineJob("passports.goOn", { atStart: true }, () =>
  inTransaction(async (tx) => {
    await tx.update(readings).set({ state: "queued" }).where(eq(readings.state, "running"));
    const waiting = await tx
      .select({ documentId: readings.documentId })
      .from(readings)
      .where(inArray(readings.state, ["queued"]))
      .orderBy(readings.id);
    for (const { documentId } of waiting)
      await readJob.enqueue(tx, { documentId }, { key: String(documentId) });
  }),
);

/** Asked for with each value that is taken, for when it can no longer be taken back. */
export const forgetJob = defineJob("passports.forget", { onePerKey: true }, forgetFormer);

defineJob(
  "passports.clear",
  { schedule: "40 2 * * *", inBureauZone: true, expireInSeconds: 1800 },
  async () => {
    await forgetFormer();
    await clearReadings();
  },
);
