/** The dry run of scans: where each would go, and which stay outside. */
import { and, eq } from "drizzle-orm";
import type { Transaction } from "#server/database/connection.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { columnsOfScan, judgeScan, loadPlaces, ofFiles, scanOf } from "./scan-rows.ts";

export async function checkScans(tx: Transaction, importId: number): Promise<void> {
  const rows = await tx.select().from(importRows).where(ofFiles(importId));
  const scans = rows.flatMap((row) => {
    const scan = scanOf(row);
    return scan && !scan.isPlaced ? [{ number: row.number, scan }] : [];
  });
  const places = await loadPlaces(
    tx,
    scans.map(({ scan }) => scan.path),
  );
  for (const { number, scan } of scans)
    await tx
      .update(importRows)
      .set(columnsOfScan(judgeScan(scan, places)))
      .where(and(ofFiles(importId), eq(importRows.number, number)));
}
