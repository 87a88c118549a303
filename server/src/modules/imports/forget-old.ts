/** Thirty days after the end nothing of the people in the file is left; how many there were stays. */
import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { imports } from "#server/database/tables/imports.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { releaseFiles } from "#server/files/stored.ts";
import { filesOf } from "./import-record.ts";
import { waitingFiles } from "./scan-rows.ts";

export async function forgetOld(): Promise<void> {
  const now = runtime.clock.now().toISOString();
  // One that was never started has no end: its days are counted from its upload.
  const isOver = sql`coalesce(${imports.finishedAt}, ${imports.createdAt}) < ${now}::timestamptz - interval '30 days'
    and ${imports.state} not in ('running', 'paused', 'undoing')`;
  const hasRaw = sql`exists (select from ${importRows}
    where ${importRows.importId} = ${imports.id} and ${importRows.raw} is not null)`;
  await inTransaction(async (tx) => {
    const over = await tx
      .select()
      .from(imports)
      .where(and(isOver, or(isNotNull(imports.columns), hasRaw)));
    const ids = over.map(({ id }) => id);
    if (ids.length === 0) return;
    await releaseFiles(tx, [
      ...over.flatMap((row) => filesOf(row)),
      ...(await waitingFiles(tx, ids)),
    ]);
    await tx
      .update(importRows)
      .set({ raw: null, before: null, made: null, storedFileId: null, mark: null })
      .where(inArray(importRows.importId, ids));
    await tx
      .update(imports)
      .set({ storedFileId: null, secondFileId: null, columns: null })
      .where(inArray(imports.id, ids));
    await tx.delete(imports).where(and(inArray(imports.id, ids), eq(imports.state, "undone")));
  });
}
