import { cpus } from "node:os";
import type { FaultTest, Finding } from "./fault.ts";

type Row = { name: string; test: FaultTest; finding: Finding };

const columns = ["inputs", "faults", "acknowledged", "lost", "half", "leaked"] as const;

/** As a Markdown table, so that it can go into docs/reliability.md as it is. */
export function printFindings(rows: readonly Row[]): void {
  const head = ["#", "Fault", ...columns, "Remark"];
  const body = rows
    .toSorted((one, other) => one.test.row - other.test.row)
    .map(({ test, finding }) => [
      String(test.row),
      test.what,
      ...columns.map((column) => finding[column].toLocaleString("en")),
      finding.remark,
    ]);
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "CPU"}\n`,
  );
  for (const cells of [head, head.map(() => "---"), ...body])
    console.log(`| ${cells.join(" | ")} |`);
}
