/** The files of the project, as the checks of our own read them. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root as repository } from "#scripts/tools.ts";

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  path: string;
  text: string;
}

export interface Problem {
  path: string;
  line: number;
  message: string;
}

const TEXT_FILE =
  /(\.(ts|tsx|mts|js|mjs|json|md|sql|css|html|yml|yaml|sh)|^\.ci\/run|^\.env\.example)$/;
/** Written by tools or taken over word for word. */
const NOT_OURS = /^(package-lock\.json$|docs\/specification\/)/;

/** Everything Git tracks or would add, so that a new file is checked before it is committed. */
export function listFiles(root: string): string[] {
  const listing = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const files = new Set(listing.split("\0"));
  return [...files].filter((path) => path !== "" && existsSync(join(root, path))).toSorted();
}

export function readSources(root: string): SourceFile[] {
  return listFiles(root)
    .filter((path) => TEXT_FILE.test(path) && !NOT_OURS.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

export function isCode(source: SourceFile): boolean {
  return /\.(ts|tsx|mts|js|mjs)$/.test(source.path);
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

export function describe(problem: Problem): string {
  return `${problem.path}:${problem.line}  ${problem.message}`;
}

/** Puts what a check has found out where Git does not look, and answers the path. */
export function writeReport(name: string, text: string): string {
  const path = join(repository, ".cache", name);
  mkdirSync(join(repository, ".cache"), { recursive: true });
  writeFileSync(path, text);
  return path;
}
