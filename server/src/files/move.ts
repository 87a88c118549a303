/** Files that follow their record into another case: erasing the old case must not take them with it (security.md 5.6). */
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "#server/database/connection.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { fileKeyRewrapper } from "./keys.ts";

export type FileMover = (tx: Transaction, ids: readonly number[]) => Promise<void>;

/** Called before the transaction that moves; throws 404 when there is no such case. */
export async function fileMover(caseId: number): Promise<FileMover> {
  const rewrap = await fileKeyRewrapper(caseId);
  return async (tx, ids) => {
    if (ids.length === 0) return;
    const files = await tx
      .select()
      .from(storedFiles)
      .where(and(inArray(storedFiles.id, [...ids]), isNull(storedFiles.deletedAt)))
      .for("update");
    for (const file of files) {
      const key = await rewrap(tx, file);
      await tx
        .update(storedFiles)
        .set({ caseId, ...key })
        .where(eq(storedFiles.id, file.id));
    }
  };
}
