import { runtime } from "#server/core/runtime.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { type ImportRecord, imports } from "#server/database/tables/imports.ts";
import type { Scan } from "#server/modules/imports/scan-rows.ts";
import { sealValue } from "#server/modules/imports/stored-rows.ts";
import { buildAdmin } from "./users.ts";

/** Of a file with one empty table of cases, a moment ago. */
export async function buildImport({
  state = "checked",
  kind = "cases",
  createdBy,
}: {
  state?: ImportRecord["state"];
  kind?: ImportRecord["kind"];
  createdBy?: number | undefined;
} = {}): Promise<ImportRecord> {
  const heads = ["Case ID", "Title", "Program", "Nationality"];
  const isStarted = ["running", "paused", "finished"].includes(state);
  const now = runtime.clock.now();
  const [row] = await runtime.database
    .insert(imports)
    .values({
      kind,
      state,
      name: "cases.csv",
      columns: sealValue({ cases: heads.map((head) => ({ head, samples: [] })), people: null }),
      mapping: { cases: { caseId: 0, title: 1, program: 2, nationality: 3 }, people: null },
      createdBy: createdBy ?? (await buildAdmin()).id,
      ...(isStarted && { startedAt: now.toISOString() }),
      ...(state === "finished" && {
        finishedAt: now.toISOString(),
        undoUntil: new Date(now.getTime() + 3_600_000).toISOString(),
      }),
    })
    .returning();
  if (!row) throw new Error("The import was not inserted");
  return row;
}

/** A scan of a folder that names no case. Answers its number. */
export async function buildScan(importId: number): Promise<number> {
  const scan: Scan = {
    path: "Unknown/passport.pdf",
    size: 1000,
    strange: null,
    applicantId: null,
    category: "uncategorized",
    isPlaced: false,
  };
  await runtime.database
    .insert(importRows)
    .values({ importId, sheet: "files", number: 1, raw: sealValue(scan), state: "blocked" });
  return 1;
}
