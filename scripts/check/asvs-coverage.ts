/**
 * Every row of `docs/specification/asvs.md` has a test with its number for a tag, `asvs-90`, or a proof of another kind in
 * `docs/specification/asvs-otherwise.md`, or a deviation with its reason in `SECURITY.md`.
 *
 *     npm run coverage    writes what proves each statement to `.cache/asvs-coverage.md`
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "#scripts/tools.ts";
import { readNames, TEST_FILE } from "./coverage-rows.ts";
import { describe, listFiles, writeReport, type Problem, type SourceFile } from "./sources.ts";

const STATEMENTS = "docs/specification/asvs.md";
const OTHERWISE = "docs/specification/asvs-otherwise.md";
const DEVIATIONS = "SECURITY.md";

/** Groups of tests carry numbers too. */
const NAME = /(?:\b(?:it|test|describe)|\))\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** `asvs 90`, or several: `asvs 9, 48, 51`; `asvs-90` in a tag. */
const NUMBERS = /\basvs[ -](\d+(?:, \d+)*)/g;

type Row = { number: number; statement: string; line: number };
type Proof = { number: number; text: string; path: string; line: number };
type AsvsCoverage = { rows: Row[]; proofs: Proof[]; deviations: Proof[] };

export function findAsvsProblems(files: SourceFile[]): Problem[] {
  const coverage = readAsvsCoverage(files);
  return [...unknownNumbers(coverage), ...lostRows(coverage)];
}

export function readAsvsFiles(): SourceFile[] {
  return listFiles(root)
    .filter((path) => TEST_FILE.test(path) || [STATEMENTS, OTHERWISE, DEVIATIONS].includes(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

function readAsvsCoverage(files: SourceFile[]): AsvsCoverage {
  const rows = linesOf(files, STATEMENTS, /^\| (\d+) \| [^|]+ \| [^|]* \| (.+) \|$/);
  return {
    rows: rows.map(({ number, text, line }) => ({ number, statement: text, line })),
    proofs: [
      ...files.filter(({ path }) => TEST_FILE.test(path)).flatMap(proofsIn),
      ...linesOf(files, OTHERWISE, /^\| (\d+) \| (.+) \|$/),
    ],
    deviations: linesOf(files, DEVIATIONS, /^\| asvs (\d+)\b[^|]*\| (.+?) +\|/),
  };
}

function linesOf(files: SourceFile[], path: string, pattern: RegExp): Proof[] {
  return textOf(files, path)
    .split("\n")
    .flatMap((text, index) => {
      const [, number, said = ""] = pattern.exec(text) ?? [];
      return number === undefined
        ? []
        : [{ number: Number(number), text: said, path, line: index + 1 }];
    });
}

function proofsIn(file: SourceFile): Proof[] {
  return readNames(file, NAME).flatMap(({ name, marks, shown, index, line }) => {
    const table = name.includes("[%s]") ? tableBefore(file.text, index) : "";
    const numbers = [...marks, table].flatMap(numbersIn);
    const text = `${file.path}: ${shown.replaceAll(/\s+/g, " ").replaceAll("|", "\\|")}`;
    return numbers.map((number) => ({ number, text, path: file.path, line }));
  });
}

/** `it.each([["a rate beyond its column", "asvs 14", …]])("refuses %s [%s]", …)`: the rows complete the name. */
function tableBefore(text: string, index: number): string {
  const before = text.slice(0, index);
  return before.slice(before.lastIndexOf(".each("));
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(NUMBERS)].flatMap(([, list = ""]) => list.split(", ").map(Number));
}

function unknownNumbers({ rows, proofs, deviations }: AsvsCoverage): Problem[] {
  const known = new Set(rows.map(({ number }) => number));
  return [...proofs, ...deviations]
    .filter(({ number }) => !known.has(number))
    .map(({ number, path, line }) => ({
      path,
      line,
      message: `asvs ${number} is no row of ${STATEMENTS}.`,
    }));
}

function openRows({ rows, proofs, deviations }: AsvsCoverage): Row[] {
  const proven = new Set([...proofs, ...deviations].map(({ number }) => number));
  return rows.filter(({ number }) => !proven.has(number));
}

function lostRows(coverage: AsvsCoverage): Problem[] {
  return openRows(coverage).map(({ number, line }) => ({
    path: STATEMENTS,
    line,
    message: `asvs ${number} has no test that has it for a tag, and no other proof either.`,
  }));
}

function drawTable(coverage: AsvsCoverage): string {
  const { rows, proofs, deviations } = coverage;
  const open = openRows(coverage);
  const proofsOf = ({ number }: Row) => [
    ...deviations.filter((one) => one.number === number).map(({ text }) => `deviation: ${text}`),
    ...new Set(proofs.filter((one) => one.number === number).map(({ text }) => text)),
  ];
  const lines = rows
    .filter((row) => !open.includes(row))
    .map((row) => `| ${row.number} | ${shorten(row.statement)} | ${proofsOf(row).join("<br>")} |`);
  const deviating = new Set(deviations.map(({ number }) => number)).size;
  const admission = [
    "## Not yet proven",
    "",
    "| Row | Statement |",
    "|---|---|",
    ...open.map(({ number, statement }) => `| ${number} | ${shorten(statement)} |`),
    "",
  ];
  return [
    "# The statements of ASVS, and what proves each",
    "",
    "The rows of `docs/specification/asvs.md`. Tests carry the number in their names; `docs/specification/asvs-otherwise.md` names what is proven by a rule or a document; deviations stand with their reasons in `SECURITY.md`.",
    "",
    "Written by `npm run coverage`, never by hand.",
    "",
    `${rows.length} rows: ${rows.length - open.length} proven, ${deviating} of them with a deviation, ${open.length} not yet proven.`,
    "",
    "| Row | Statement | Proof |",
    "|---|---|---|",
    ...lines,
    "",
    ...(open.length === 0 ? [] : admission),
  ].join("\n");
}

function shorten(statement: string): string {
  return statement.length > 160 ? `${statement.slice(0, 157)}…` : statement;
}

function textOf(files: SourceFile[], wanted: string): string {
  return files.find(({ path }) => path === wanted)?.text ?? "";
}

function write(): void {
  const files = readAsvsFiles();
  console.log(writeReport("asvs-coverage.md", drawTable(readAsvsCoverage(files))));
  const problems = findAsvsProblems(files);
  if (problems.length === 0) return;
  console.error(problems.map(describe).join("\n"));
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) write();
