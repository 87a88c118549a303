/**
 * Carries the steps of deploy/Containerfile out without docker: each stage in an empty root of its own, with this machine's
 * /usr in place of the base image and this repository's Node. What it cannot show is the base image itself.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, matchesGlob, resolve } from "node:path";
import { listFiles } from "#scripts/check/sources.ts";
import { root as repository } from "#scripts/tools.ts";
import type { Instruction, Stage } from "./containerfile.ts";

export type Built = { root: string; megabytes: number; remove(): void };

type Place = {
  root: string;
  directory: string;
  environment: Record<string, string>;
  /** A number and its group, when it is no more root. */
  user?: string;
};

/** Answers the last stage's root: the files that the image adds to its base. */
export function runSteps(stages: readonly Stage[], say: (step: string) => void): Built {
  const work = mkdtempSync(join(tmpdir(), "portal-image-"));
  const roots = new Map<string, string>();
  const context = copyContext(join(work, "context"));
  let place: Place = { root: context, directory: "/", environment: {} };
  for (const [number, { name, instructions }] of stages.entries()) {
    place = { root: emptyRoot(join(work, `stage-${number}`)), directory: "/", environment: {} };
    if (name !== null) roots.set(name, place.root);
    for (const instruction of instructions) {
      say(`${instruction.name} ${instruction.value.slice(0, 100)}`);
      carryOut(instruction, { place, context, roots });
    }
  }
  return {
    root: place.root,
    megabytes: sizeOf(place.root),
    remove: () => rmSync(work, { recursive: true, force: true }),
  };
}

/** What the builder would be sent: the project's own files without those of Containerfile.dockerignore. */
function copyContext(context: string): string {
  const ignored = readFileSync(join(repository, "deploy", "Containerfile.dockerignore"), "utf8");
  const rules = ignored.split("\n").filter((rule) => rule !== "" && !rule.startsWith("#"));
  for (const path of listFiles(repository).filter((file) => isSent(file, rules)))
    cpSync(join(repository, path), join(context, path), { recursive: true });
  return context;
}

/** The last rule that fits decides. */
function isSent(path: string, rules: readonly string[]): boolean {
  const fits = (rule: string) =>
    matchesGlob(path, rule) || matchesGlob(path, `${rule}/**`) || rule === "*";
  const last = rules.findLast((rule) => fits(rule.replace(/^!/, "")));
  return last === undefined || last.startsWith("!");
}

function emptyRoot(root: string): string {
  for (const folder of ["etc", "node", "proc", "dev", "tmp", "usr"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const link of ["bin", "lib", "lib64", "sbin"]) symlinkSync(`usr/${link}`, join(root, link));
  for (const file of [
    "passwd",
    "group",
    "shadow",
    "gshadow",
    "resolv.conf",
    "hosts",
    "ssl",
    "nsswitch.conf",
    "login.defs",
  ])
    if (existsSync(join("/etc", file)))
      cpSync(join("/etc", file), join(root, "etc", file), { recursive: true, dereference: true });
  return root;
}

type Scene = { place: Place; context: string; roots: ReadonlyMap<string, string> };

function carryOut({ name, value, line }: Instruction, { place, context, roots }: Scene): void {
  const inside = (path: string) => join(place.root, resolve(place.directory, path));
  if (name === "WORKDIR") {
    place.directory = resolve(place.directory, value);
    mkdirSync(inside("."), { recursive: true });
  } else if (name === "USER") {
    place.user = value;
  } else if (name === "ENV") {
    for (const pair of value.split(/\s+/)) {
      const [key = "", text = ""] = pair.split("=");
      place.environment[key] = text;
    }
  } else if (name === "COPY") {
    const words = value.split(/\s+/);
    const from = /^--from=(.+)/.exec(words[0] ?? "")?.[1];
    const source = from === undefined ? context : (roots.get(from) ?? "");
    const [target = "", ...paths] = words.slice(from === undefined ? 0 : 1).toReversed();
    for (const path of paths) copy(join(source, path), inside(target), target.endsWith("/"));
  } else if (name === "RUN") run(value, place, line);
}

function copy(source: string, target: string, isInto: boolean): void {
  const into = isInto ? join(target, basename(source)) : target;
  mkdirSync(dirname(into), { recursive: true });
  cpSync(source, into, { recursive: true, verbatimSymlinks: true });
}

function run(command: string, place: Place, line: number): void {
  const { root, directory, environment, user } = place;
  const npm = dirname(dirname(dirname(whereNpmIs())));
  const [uid = "0", gid = "0"] = user?.split(":") ?? [];
  const account = user === undefined ? [] : ["--unshare-user", "--uid", uid, "--gid", gid];
  const base = [
    "--bind",
    root,
    "/",
    "--ro-bind",
    "/usr",
    "/usr",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
  ];
  const node = ["--ro-bind", dirname(process.execPath), "/node", "--ro-bind", npm, npm];
  const walls = [...account, ...base, ...node, "--tmpfs", "/tmp", "--chdir", directory];
  const { status, stdout, stderr } = spawnSync("bwrap", [...walls, "/bin/sh", "-c", command], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: {
      PATH: "/node:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      HOME: "/tmp",
      ...proxySettings(),
      ...environment,
    },
  });
  if (status !== 0) throw new Error(`Line ${line}: ${command}\n${stdout}${stderr}`);
}

/** How this machine reaches the registry of packages, if not directly. */
function proxySettings(): Record<string, string> {
  const names = Object.keys(process.env).filter((name) =>
    /^(?:https?_proxy|no_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS)$/i.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
}

function whereNpmIs(): string {
  const { stdout } = spawnSync("sh", ["-c", "readlink -f $(command -v npm)"], { encoding: "utf8" });
  return stdout.trim();
}

/** As it is unpacked: what was copied and made, without the folders that stand for the base. */
function sizeOf(root: string): number {
  const { stdout } = spawnSync("du", ["-sm", "--apparent-size", join(root, "portal")], {
    encoding: "utf8",
  });
  return Number.parseInt(stdout, 10);
}
