/** The rows of both specifications, the names of the tests, what is seen by eye and what is still to come. */
import { lineAt, type SourceFile } from "./sources.ts";

export interface Row {
  id: string;
  area: string;
  /** Where it stands. */
  path: string;
  line: number;
}

/** A mention of a row: in the name of a test, or with the reason why no test can see it. */
export interface Mention {
  id: string;
  path: string;
  line: number;
  text: string;
}

export interface Coverage {
  rows: Row[];
  tests: Mention[];
  seenByEye: Mention[];
  /** Rows, and whole areas (`W-CHK`), of the second specification that are not built yet. */
  toCome: Set<string>;
}

export const folder = "docs/specification/";
export const TEST_FILE = /\.(test\.tsx?|spec\.ts)$/;
/** The first argument of `it`, `test`, `it.each(…)`, `test.for(…)`. */
const TEST_NAME = /(?:\b(?:it|test)|\))\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;
const BRACKETS = /\[([^[\]]*)\]/g;
/** `it("…", { tags: ["C-DLG-012", "I-ACCT-010..012"] }, …)`; with Playwright `tag`, and an `@` before each. */
const TAGS = /^,\s*\{\s*tags?:\s*(\[[^\]]*\]|"[^"]*")/;
/** `C-DASH-001`, or several at once: `C-DASH-036..044`. */
const IDS = /\b((?:CI|C|I|W)-[A-Z]+-)(\d{3})(?:\.\.(\d{3}))?/g;
const AREA = /\bW-[A-Z]+(?!-\d)\b/g;

export function readCoverage(files: SourceFile[]): Coverage {
  const textOf = (name: string) => files.find(({ path }) => path === folder + name)?.text ?? "";
  return {
    rows: files.filter(({ path }) => holdsRows(path)).flatMap(readRows),
    tests: files.filter(({ path }) => TEST_FILE.test(path)).flatMap(readTestNames),
    seenByEye: readReasons(textOf("seen-by-eye.md")),
    toCome: readToCome(textOf("to-come.md")),
  };
}

/** The two places of rows: the first specification is one table, the second a page for each part. */
export function holdsRows(path: string): boolean {
  return path === `${folder}requirements.md` || path.startsWith(`${folder}work/`);
}

function readRows({ path, text }: SourceFile): Row[] {
  let area = "";
  return text.split("\n").flatMap((line, index) => {
    area = /^#{2,3} (.*?)(?: \(\d+\))?$/.exec(line)?.[1] ?? area;
    const id = /^\| ((?:CI|C|I|W)-[A-Z]+-\d{3}) \|/.exec(line)?.[1];
    return id === undefined ? [] : [{ id, area, path, line: index + 1 }];
  });
}

function readToCome(text: string): Set<string> {
  const rows = text.split("\n").filter((line) => line.startsWith("| W-"));
  const named = rows.map((line) => line.split("|")[1] ?? "");
  return new Set(named.flatMap((cell) => [...idsIn(cell), ...(cell.match(AREA) ?? [])]));
}

function readTestNames(file: SourceFile): Mention[] {
  return readNames(file, TEST_NAME).flatMap(({ name, marks, shown, index, line }) => {
    const ids = marks.flatMap(idsIn);
    const text = shown;
    return [...ids, ...idsOfRows(file.text.slice(0, index), name)].map((id) => ({
      id,
      path: file.path,
      line,
      text,
    }));
  });
}

export interface NameOfTest {
  name: string;
  /** What stands in its brackets, and in its tags. */
  marks: string[];
  /** Without its brackets. */
  shown: string;
  index: number;
  line: number;
}

/** `pattern` has the quote in its first group and the name in its second. */
export function readNames({ text }: SourceFile, pattern: RegExp): NameOfTest[] {
  return [...text.matchAll(pattern)].map((match) => {
    const name = (match[2] ?? "").replaceAll(/\\(["'`])/g, "$1");
    const tags = TAGS.exec(text.slice(match.index + match[0].length))?.[1] ?? "";
    return {
      name,
      marks: [...name.matchAll(BRACKETS)].map((mark) => mark[1] ?? "").concat(tags),
      shown: name.replaceAll(BRACKETS, "").trim(),
      index: match.index,
      line: lineAt(text, match.index),
    };
  });
}

/** `it.each([["no stage", "I-INV-079", …]])("refuses %s [%s]", …)`: the rows complete the name. */
function idsOfRows(before: string, name: string): string[] {
  if (!name.includes("[%s]")) return [];
  const table = before.slice(before.lastIndexOf(".each("));
  return [...table.matchAll(/"((?:CI|C|I|W)-[A-Z]+-\d{3}[^"\n]*)"/g)].flatMap((literal) =>
    idsIn(literal[1] ?? ""),
  );
}

function readReasons(text: string): Mention[] {
  return text.split("\n").flatMap((line, index) => {
    const [, ids, reason] = /^\| (.+?) \| (.+?) \|$/.exec(line) ?? [];
    if (ids === undefined || reason === undefined) return [];
    const mention = { path: `${folder}seen-by-eye.md`, line: index + 1, text: reason };
    return idsIn(ids).map((id) => ({ id, ...mention }));
  });
}

function idsIn(text: string): string[] {
  return [...text.matchAll(IDS)].flatMap(([, area = "", first = "", last = first]) => {
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: Math.max(count, 1) }, (_, index) =>
      area.concat(String(Number(first) + index).padStart(3, "0")),
    );
  });
}

export function openRows(coverage: Coverage): Row[] {
  const proven = new Set([...coverage.tests, ...coverage.seenByEye].map(({ id }) => id));
  return coverage.rows.filter(({ id }) => !proven.has(id) && !isToCome(id, coverage));
}

export function isToCome(id: string, { toCome }: Coverage): boolean {
  return toCome.has(id) || toCome.has(id.replace(/-\d+$/, ""));
}
