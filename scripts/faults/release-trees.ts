/** Other releases of the portal, in folders of their own: the one before, and one that is still to come. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { nextSteps } from "server/testing/next-release.ts";
import { listFiles } from "#scripts/check/sources.ts";
import { root } from "#scripts/tools.ts";

const workspaces = ["contract", "server", "web", "e2e"];

/** This program with steps of its own; those of today belong to a release that is out. */
export function plantNextRelease(tree: string): string {
  for (const path of listFiles(root).filter((file) => /^(?:contract|server)\//.test(file)))
    cpSync(join(root, path), join(tree, path));
  cpSync(join(root, "package.json"), join(tree, "package.json"));
  const migrations = join(tree, "server", "migrations");
  const list = join(migrations, "releases.json");
  const releases = JSON.parse(readFileSync(list, "utf8")) as Record<string, number>;
  const newest = readdirSync(migrations)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .at(-1);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  writeFileSync(list, JSON.stringify({ ...releases, [version]: Number(newest?.slice(0, 4)) }));
  for (const [name, text] of Object.entries(nextSteps)) writeFileSync(join(migrations, name), text);
  return linked(tree);
}

/** As it was before the version was raised last; null where the history does not reach so far. */
export function releaseBefore(tree: string): string | null {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "buffer", maxBuffer: 256 * 1024 * 1024 });
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const [raised = ""] = git("log", "--format=%H", `-S"version": "${version}"`, "--", "package.json")
    .toString()
    .trim()
    .split("\n");
  if (raised === "") return null;
  mkdirSync(tree, { recursive: true });
  const archive = git("archive", `${raised}^`, "contract", "server", "package.json");
  execFileSync("tar", ["-x"], { cwd: tree, input: archive });
  return linked(tree);
}

/** With the packages of this tree, but its own contract and server, and the web that is built. */
function linked(tree: string): string {
  const from = join(root, "node_modules");
  const to = join(tree, "node_modules");
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((entry) => !workspaces.includes(entry)))
    symlinkSync(join(from, name), join(to, name));
  for (const name of ["contract", "server"]) symlinkSync(join(tree, name), join(to, name));
  const own = join(root, "server", "node_modules");
  try {
    symlinkSync(realpathSync(own), join(tree, "server", "node_modules"));
  } catch {
    // Every package of the server lies above it.
  }
  mkdirSync(join(tree, "web"), { recursive: true });
  symlinkSync(join(root, "web", "dist"), join(tree, "web", "dist"));
  mkdirSync(dirname(join(tree, ".cache", "node")), { recursive: true });
  return tree;
}
