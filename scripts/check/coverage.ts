/**
 * Every row of `docs/specification/requirements.md` and of `docs/specification/work/` has a test with its id for
 * a tag, or is seen by eye, with the reason; `to-come.md` names the rows that are not built yet.
 *
 *     npm run coverage    writes which test proves which row to `.cache/coverage.md`
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "#scripts/tools.ts";
import {
  folder,
  holdsRows,
  openRows,
  readCoverage,
  TEST_FILE,
  type Coverage,
} from "./coverage-rows.ts";
import { drawTable } from "./coverage-table.ts";
import { describe, listFiles, writeReport, type Problem, type SourceFile } from "./sources.ts";

const remarks = ["seen-by-eye.md", "to-come.md"].map((name) => folder + name);

export function findCoverageProblems(files: SourceFile[]): Problem[] {
  const coverage = readCoverage(files);
  return [...unknownRows(coverage), ...lostRows(coverage)];
}

function unknownRows({ rows, tests, seenByEye }: Coverage): Problem[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...tests, ...seenByEye]
    .filter(({ id }) => !known.has(id))
    .map(({ id, path, line }) => ({
      path,
      line,
      message: `${id} is no row of the specification.`,
    }));
}

function lostRows(coverage: Coverage): Problem[] {
  return openRows(coverage).map(({ id, path, line }) => ({
    path,
    line,
    message: `${id} has no test that has it for a tag, and is not seen by eye either.`,
  }));
}

export function readCoverageFiles(): SourceFile[] {
  return listFiles(root)
    .filter((path) => holdsRows(path) || remarks.includes(path) || TEST_FILE.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

function write(): void {
  const files = readCoverageFiles();
  console.log(writeReport("coverage.md", drawTable(readCoverage(files))));
  const problems = findCoverageProblems(files);
  if (problems.length === 0) return;
  console.error(problems.map(describe).join("\n"));
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) write();
