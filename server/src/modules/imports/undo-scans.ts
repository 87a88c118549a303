/** Documents that an import brought go again while nobody has touched them. */
import { and, eq } from "drizzle-orm";
import type { SignedInActor } from "#server/core/actor.ts";
import type { Transaction } from "#server/database/connection.ts";
import { documents } from "#server/database/tables/documents.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import type { ImportRecord } from "#server/database/tables/imports.ts";
import { removeIn } from "#server/modules/documents/documents.service.ts";
import { ofFiles } from "./scan-rows.ts";

type OfCase = {
  row: ImportRecord;
  caseId: number;
  rows: readonly (typeof importRows.$inferSelect)[];
};

export async function undoScans(
  tx: Transaction,
  actor: SignedInActor,
  { row, caseId, rows }: OfCase,
): Promise<void> {
  const because = { importId: row.id, undo: true };
  for (const { number, made } of rows) {
    const id = Number(made?.["documentId"]);
    const [document] = await tx
      .select({ revision: documents.revision, isCurrent: documents.isCurrent })
      .from(documents)
      .where(and(eq(documents.id, id), eq(documents.caseId, caseId)));
    const isTouched = document !== undefined && (document.revision > 1 || !document.isCurrent);
    if (document && !isTouched)
      await removeIn(tx, actor, { id, caseId, because, quiet: { tellsAutomation: false } });
    await tx
      .update(importRows)
      .set({ state: isTouched ? "kept" : "removed" })
      .where(and(ofFiles(row.id), eq(importRows.number, number)));
  }
}
