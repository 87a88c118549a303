/** The names in an archive of scans become rows; none of its files is opened yet. */
import { eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { type ImportRecord, imports } from "#server/database/tables/imports.ts";
import { type ArchiveEntry, BadArchive, openArchive } from "#server/files/archive.ts";
import { unreadable } from "#server/files/sheets/table.ts";
import { getStoredFile } from "#server/files/stored.ts";
import type { Scan } from "./scan-rows.ts";
import { countRows, sealValue } from "./stored-rows.ts";

const TOGETHER = 1000;

export async function readScans({
  storedFileId,
}: ImportRecord): Promise<{ reason: string } | { scans: readonly ArchiveEntry[] }> {
  const file = await getStoredFile(runtime.database, storedFileId ?? 0);
  if (!file) return { reason: unreadable.damaged };
  try {
    const { entries } = await openArchive(file);
    return { scans: entries };
  } catch (error) {
    if (error instanceof BadArchive) return { reason: error.message };
    throw error;
  }
}

export async function storeScans(
  tx: Transaction,
  importId: number,
  entries: readonly ArchiveEntry[],
): Promise<void> {
  await tx.delete(importRows).where(eq(importRows.importId, importId));
  for (let at = 0; at < entries.length; at += TOGETHER)
    await tx.insert(importRows).values(
      entries.slice(at, at + TOGETHER).map(({ number, ...entry }) => ({
        importId,
        sheet: "files" as const,
        number,
        state: "ready" as const,
        raw: sealValue({
          ...entry,
          applicantId: null,
          category: "uncategorized",
          isPlaced: false,
        } satisfies Scan),
      })),
    );
  await tx.update(imports).set({ state: "checking" }).where(eq(imports.id, importId));
  await countRows(tx, importId);
}
