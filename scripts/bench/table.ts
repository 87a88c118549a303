import { cpus } from "node:os";
import type { Figure } from "./figure.ts";

const MARKS = new Map<boolean | null, string>([
  [true, "met"],
  [false, "MISSED"],
  [null, ""],
]);

/** As a Markdown table, so that it can go into the README as it is. */
export function printTable(figures: readonly Figure[]): void {
  const rows = [
    ["Figure", "Target", "Measured", ""],
    ...figures.map(({ what, target, measured, isMet }) => [
      what,
      target ?? "–",
      measured,
      MARKS.get(isMet) ?? "",
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const [head = [], ...body] = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)),
  );
  const rule = widths.map((width) => "-".repeat(width));
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "CPU"}\n`,
  );
  for (const row of [head, rule, ...body]) console.log(`| ${row.join(" | ")} |`);
}
