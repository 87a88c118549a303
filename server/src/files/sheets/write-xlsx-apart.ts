/** An Excel file on a thread of its own: tens of thousands of rows take seconds that no request should wait for. */
import { runApart } from "#server/jobs/worker.ts";
import type { Sheet } from "./sheet.ts";

export function writeXlsxApart(sheet: Sheet): Promise<Uint8Array> {
  return runApart({
    module: new URL("./write-xlsx.task.ts", import.meta.url),
    input: sheet,
    megabytes: 512,
    milliseconds: 60_000,
  });
}
