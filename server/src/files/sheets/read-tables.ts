/** Reads a spreadsheet on a thread of its own: whoever made it may have wanted to keep the portal busy. */
import { LimitReached, runApart, TaskFailed } from "#server/jobs/worker.ts";
import type { ReadTables, TablesToRead } from "./read-tables.task.ts";
import { unreadable } from "./table.ts";

const MEGABYTES = 256;
const MILLISECONDS = 60_000;

export async function readTables(input: TablesToRead): Promise<ReadTables> {
  try {
    return await runApart({
      module: new URL("./read-tables.task.ts", import.meta.url),
      input,
      megabytes: MEGABYTES,
      milliseconds: MILLISECONDS,
    });
  } catch (error) {
    if (error instanceof TaskFailed) return { reason: unreadable.damaged };
    if (!(error instanceof LimitReached)) throw error;
    return { reason: error.message.endsWith("ms") ? unreadable.slow : unreadable.unpacked };
  }
}
