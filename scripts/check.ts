/** `npm run check`: everything that must hold besides the tests. Every check runs, even after one has failed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleFigures } from "./bench/bundle.ts";
import type { Figure } from "./bench/figure.ts";
import { findAsvsProblems, readAsvsFiles } from "./check/asvs-coverage.ts";
import { findBoundaryProblems } from "./check/boundaries.ts";
import { findUnsupportedFeatures, readBuild } from "./check/browser-support.ts";
import { findChunkCircles } from "./check/chunk-circles.ts";
import { findCoverageProblems, readCoverageFiles } from "./check/coverage.ts";
import { findDocumentProblems } from "./check/documents.ts";
import { findLockProblems } from "./check/lock-file.ts";
import { findMigrationProblems } from "./check/migrations.ts";
import { findBrokenPromises, promisedNow, readDecisions, readLock } from "./check/openapi-lock.ts";
import { findMissedViolations } from "./check/planted.ts";
import { findSecretProblems } from "./check/secret-handling.ts";
import { findPastedSecrets } from "./check/secrets-in-sources.ts";
import { describe, listFiles, readSources, type Problem } from "./check/sources.ts";
import { findBannedWords } from "./check/words.ts";
import { root, runTool, type Tool } from "./tools.ts";
import { buildWebIfNeeded } from "./web-build.ts";

/** Null when all is well, otherwise what is wrong. */
type Verdict = string | null;

interface Check {
  name: string;
  run: () => Verdict | Promise<Verdict>;
}

const sources = readSources(root);
const lockFile = readFileSync(join(root, "package-lock.json"), "utf8");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
  allowScripts: Record<string, boolean>;
};

const releases = JSON.parse(
  readFileSync(join(root, "server", "migrations", "releases.json"), "utf8"),
) as Record<string, number>;

const checks: Check[] = [
  { name: "Format (oxfmt)", run: () => verdictOf("oxfmt", ["--check"]) },
  { name: "Lint (oxlint, with types)", run: () => verdictOf("oxlint", []) },
  ...["contract", "server", "web", "e2e", "scripts"].map((folder) => ({
    name: `Types of ${folder} (tsc)`,
    run: () => verdictOf("tsc", ["--noEmit", "--project", folder]),
  })),
  {
    name: "Boundaries between folders and tables",
    run: () => listed(findBoundaryProblems(sources)),
  },
  {
    name: "Secrets are compared and drawn as secrets",
    run: () => listed(findSecretProblems(sources)),
  },
  {
    name: "No secret lies in the sources (secretlint)",
    run: async () => listed(await findPastedSecrets(sources)),
  },
  {
    name: "Dead code and unused dependencies (knip)",
    run: () => verdictOf("knip", ["--no-progress"]),
  },
  {
    name: "Every package is locked, sealed and harmless to install",
    run: () => listed(findLockProblems(lockFile, Object.keys(manifest.allowScripts))),
  },
  {
    name: "The built web needs no newer browser than those that are supported",
    run: async () => {
      await buildWebIfNeeded();
      return listed(findUnsupportedFeatures(readBuild()));
    },
  },
  {
    name: "No first load weighs more than it may",
    run: async () => {
      await buildWebIfNeeded();
      return tooHeavy(await bundleFigures());
    },
  },
  {
    name: "The chunks of the built web import one another in no circle",
    run: async () => {
      await buildWebIfNeeded();
      return listed(findChunkCircles(readBuild()));
    },
  },
  { name: "Paths and commands in the documentation", run: () => listed(documentProblems()) },
  {
    name: "Every requirement has its test",
    run: () => listed(findCoverageProblems(readCoverageFiles())),
  },
  {
    name: "Every statement of ASVS has its proof, or is admitted to have none",
    run: () => listed(findAsvsProblems(readAsvsFiles())),
  },
  {
    name: "No call breaks what programs rely on since the last release",
    run: () => listed(findBrokenPromises(readLock(), promisedNow(), readDecisions())),
  },
  {
    name: "The release before can work beside every step of the database",
    run: () => listed(findMigrationProblems(sources, releases)),
  },
  { name: "Loose ends and paths of one machine", run: () => listed(findBannedWords(sources)) },
  { name: "Every rule catches a planted violation", run: findMissedViolations },
];

async function verdictOf(tool: Tool, args: string[]): Promise<Verdict> {
  const { exitCode, output } = await runTool(tool, args);
  return exitCode === 0 ? null : output.trimEnd();
}

function listed(problems: Problem[]): Verdict {
  return problems.length === 0 ? null : problems.map(describe).join("\n");
}

function tooHeavy(figures: readonly Figure[]): Verdict {
  const missed = figures.filter(({ isMet }) => isMet === false);
  if (missed.length === 0) return null;
  return missed
    .map(({ what, measured, target }) => `${what}: ${measured}, allowed are ${target}`)
    .join("\n");
}

function documentProblems(): Problem[] {
  const documents = sources.filter(({ path }) => path.endsWith(".md"));
  return findDocumentProblems(documents, {
    files: listFiles(root),
    commands: manifest.scripts,
  });
}

async function report(check: Check): Promise<boolean> {
  process.stdout.write(`${check.name} … `);
  const startedAt = performance.now();
  const verdict = await check.run();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(verdict === null ? `ok (${seconds} s)` : `FAILED (${seconds} s)\n\n${verdict}\n`);
  return verdict === null;
}

const failed: string[] = [];
for (const check of checks) {
  if (!(await report(check))) failed.push(check.name);
}

if (failed.length === 0) {
  console.log(`\nAll ${checks.length} checks passed.`);
} else {
  console.log(`\n${failed.length} of ${checks.length} checks failed:\n  ${failed.join("\n  ")}`);
  process.exitCode = 1;
}
