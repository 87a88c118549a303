/**
 * Every row of `docs/specification/requirements.md` has a test that carries its id in its name, or is seen by eye, with
 * the reason. `docs/specification/coverage.md` shows which test proves which row.
 *
 *     node scripts/check/coverage.ts --write    writes the table anew; refuses while a row has lost its test
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "#scripts/tools.ts";
import {
  folder,
  idsIn,
  openRows,
  readCoverage,
  TEST_FILE,
  type Coverage,
} from "./coverage-rows.ts";
import { drawTable } from "./coverage-table.ts";
import { describe, listFiles, type Problem, type SourceFile } from "./sources.ts";

const tablePath = `${folder}coverage.md`;
const specificationPaths = ["requirements.md", "seen-by-eye.md", "coverage.md"].map(
  (name) => folder + name,
);

const WRITE = "node scripts/check/coverage.ts --write";
const NOT_PROVEN = /^## Not yet proven$/m;

export function findCoverageProblems(files: SourceFile[]): Problem[] {
  const coverage = readCoverage(files);
  const written = files.find(({ path }) => path === tablePath)?.text ?? "";
  const problems = [...unknownRows(coverage), ...lostRows(coverage, written)];
  const isStale = written !== "" && written !== drawTable(coverage);
  return problems.length === 0 && isStale
    ? [{ path: tablePath, line: 1, message: `No longer says what the tests say: ${WRITE}` }]
    : problems;
}

function unknownRows({ rows, tests, seenByEye }: Coverage): Problem[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...tests, ...seenByEye]
    .filter(({ id }) => !known.has(id))
    .map(({ id, path, line }) => ({ path, line, message: `${id} is no row of requirements.md.` }));
}

/** Rows that nothing proves, except those the table has already admitted: their list only gets shorter. */
function lostRows(coverage: Coverage, written: string): Problem[] {
  const admitted = new Set(idsIn(written.split(NOT_PROVEN)[1] ?? ""));
  return openRows(coverage)
    .filter(({ id }) => !admitted.has(id))
    .map(({ id, line }) => ({
      path: `${folder}requirements.md`,
      line,
      message: `${id} has no test that carries it in its name, and is not seen by eye either.`,
    }));
}

export function readCoverageFiles(): SourceFile[] {
  const present = listFiles(root);
  return [...specificationPaths, ...present.filter((path) => TEST_FILE.test(path))]
    .filter((path) => present.includes(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** A test may name a row that does not exist while the table is written: the check is what fails then. */
function write(): void {
  const files = readCoverageFiles();
  const coverage = readCoverage(files);
  const written = files.find(({ path }) => path === tablePath)?.text;
  const lost = written === undefined ? [] : lostRows(coverage, written);
  const problems = [...unknownRows(coverage), ...lost];
  if (problems.length > 0) {
    console.error(problems.map(describe).join("\n"));
    process.exitCode = 1;
  }
  if (lost.length > 0) return;
  writeFileSync(join(root, tablePath), drawTable(coverage));
  console.log(`${coverage.rows.length} rows, ${openRows(coverage).length} not yet proven.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href && process.argv[2] === "--write")
  write();
