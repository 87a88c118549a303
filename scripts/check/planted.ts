/**
 * A rule is true when it has been seen to catch something. Every rule gets one violation, planted in a scratch copy of
 * the configuration, and has to find it; the innocent files beside them have to stay unblamed.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root, runTool } from "#scripts/tools.ts";
import { findAsvsProblems } from "./asvs-coverage.ts";
import { findBoundaryProblems } from "./boundaries.ts";
import { findUnsupportedFeatures } from "./browser-support.ts";
import { findChunkCircles } from "./chunk-circles.ts";
import { findCoverageProblems } from "./coverage.ts";
import { findDocumentProblems } from "./documents.ts";
import { findLockProblems } from "./lock-file.ts";
import { findSecretProblems } from "./secret-handling.ts";
import { findPastedSecrets } from "./secrets-in-sources.ts";
import { describe, type SourceFile } from "./sources.ts";
import { innocentFiles, violations, type Catcher } from "./violations.ts";
import { findBannedWords } from "./words.ts";

const COPIED = [
  ".oxlintrc.json",
  ".oxfmtrc.json",
  "knip.json",
  "package.json",
  "tsconfig.base.json",
  ...["contract", "server", "web"].flatMap((folder) => [
    `${folder}/package.json`,
    `${folder}/tsconfig.json`,
  ]),
];

/** Null when every planted violation is caught and nothing else is blamed. */
export async function findMissedViolations(): Promise<string | null> {
  const scratch = mkdtempSync(join(tmpdir(), "planted-"));
  try {
    plantIn(scratch);
    const complaints = await collectComplaints(scratch);
    const mistakes = [...missedIn(complaints), ...wronglyBlamedIn(complaints)];
    return mistakes.length === 0 ? null : mistakes.join("\n");
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function plantIn(scratch: string): void {
  for (const path of COPIED) cpSync(join(root, path), join(scratch, path), { recursive: true });
  for (const { path, text } of [...violations, ...innocentFiles]) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    writeFileSync(join(scratch, path), text);
  }
  symlinkSync(join(root, "node_modules"), join(scratch, "node_modules"), "junction");
}

/** What each catcher says about the scratch copy, line by line. */
async function collectComplaints(scratch: string): Promise<Record<Catcher, string[]>> {
  const run = async (...[tool, args]: Parameters<typeof runTool>) => {
    const { output } = await runTool(tool, args, { cwd: scratch });
    return output.replaceAll("\\", "/").split("\n");
  };
  return {
    ours: await ownComplaints(),
    oxfmt: await run("oxfmt", ["--check", "contract"]),
    oxlint: await run("oxlint", ["--format", "unix", "contract", "server", "web"]),
    tsc: await run("tsc", ["--noEmit", "--project", "contract"]),
    knip: await run("knip", ["--no-progress", "--no-config-hints"]),
  };
}

async function ownComplaints(): Promise<string[]> {
  const planted: SourceFile[] = [...violations, ...innocentFiles];
  const documents = planted.filter(({ path }) => path.endsWith(".md"));
  const tree = {
    files: ["README.md", "server/src/main.ts"],
    commands: { start: "node server/src/main.ts", bench: "node scripts/nowhere.ts" },
  };
  return [
    ...findBoundaryProblems(planted),
    ...findBannedWords(planted),
    ...findSecretProblems(planted),
    ...(await findPastedSecrets(planted)),
    ...findCoverageProblems(planted),
    ...findAsvsProblems(planted),
    ...findDocumentProblems(documents, tree),
    ...findChunkCircles(planted),
    ...findUnsupportedFeatures(planted.filter(({ path }) => path.startsWith("web/dist/"))),
    ...planted
      .filter(({ path }) => path === "package-lock.json")
      .flatMap(({ text }) => findLockProblems(text, ["node"])),
  ].map(describe);
}

function missedIn(complaints: Record<Catcher, string[]>): string[] {
  return violations
    .filter(
      ({ catcher, path, complaint }) =>
        !complaints[catcher].some((line) => line.includes(path) && line.includes(complaint)),
    )
    .map(({ catcher, path, complaint }) => `${catcher} missed "${complaint}" planted in ${path}`);
}

function wronglyBlamedIn(complaints: Record<Catcher, string[]>): string[] {
  const said = [...complaints.ours, ...complaints.oxlint, ...complaints.oxfmt, ...complaints.tsc];
  return said
    .filter((line) => innocentFiles.some(({ path }) => line.includes(path)))
    .map((line) => `blamed without reason: ${line}`);
}
