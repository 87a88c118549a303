/** A new FILES_KEY: the key of every case is wrapped anew, and no file is touched (asvs 95). */
import { desc, eq, lt, sql } from "drizzle-orm";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { rewrapCaseKey } from "./keys.ts";

const BATCH = 500;

export type RotationReport = { keys: number; rewrapped: number };

/**
 * Interrupted, it goes on where it stopped: what is wrapped by the new key stays as it is. From the newest to the oldest,
 * so that the start sees by the oldest whether it came to an end (`checkFilesKey`).
 */
export async function rotateKeys(): Promise<RotationReport> {
  const report: RotationReport = { keys: 0, rewrapped: 0 };
  let batch = await rotateBatch(null);
  while (batch.lastId !== null) {
    report.keys += batch.keys;
    report.rewrapped += batch.rewrapped;
    batch = await rotateBatch(batch.lastId);
  }
  return report;
}

function rotateBatch(before: number | null): Promise<RotationReport & { lastId: number | null }> {
  return inTransaction(async (tx) => {
    const rows = await tx
      .select()
      .from(caseKeys)
      .where(before === null ? undefined : lt(caseKeys.id, before))
      .orderBy(desc(caseKeys.id))
      .limit(BATCH)
      .for("update");
    let rewrapped = 0;
    for (const row of rows) {
      const wrappedKey = rewrapCaseKey(row);
      if (wrappedKey === null) continue;
      await tx
        .update(caseKeys)
        .set({ wrappedKey, keyNumber: sql`${caseKeys.keyNumber} + 1` })
        .where(eq(caseKeys.id, row.id));
      rewrapped += 1;
    }
    return { keys: rows.length, rewrapped, lastId: rows.at(-1)?.id ?? null };
  });
}
