/**
 * A process as the container would have it: an account of its own, a root that nobody can write to, /data and a /tmp of
 * its own, no rights of root. By bubblewrap, which needs no docker; a machine without it runs the process as it is.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export type Contained = {
  /** The project, seen as /portal. */
  project: string;
  data: string;
  environment: Record<string, string>;
  command: readonly string[];
};

/** Of `/proc/<pid>/stat`, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

export const hasBubblewrap =
  spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-user", "true"]).status === 0;

export function startContained(contained: Contained): ChildProcess {
  const { project, data, environment, command } = contained;
  const [, ...args] = command;
  const stdio = ["ignore", "pipe", "pipe"] as const;
  if (!hasBubblewrap)
    return spawn(process.execPath, args, {
      cwd: project,
      stdio: [...stdio],
      env: { ...environment, DATA_DIR: data },
    });
  return spawn("bwrap", [...wallsOf(contained), "/node/node", ...args], {
    stdio: [...stdio],
    env: environment,
  });
}

/** As a container's platform tells its first process; bubblewrap itself would not pass a signal on. */
export function stopContained(child: ChildProcess): void {
  process.kill(insideOf(child), "SIGTERM");
}

/** What it has worked so far, its database's making included; the rest of its time it waited for a busy machine. */
export function processorSeconds(child: ChildProcess): number {
  const [, fields = ""] = readFileSync(`/proc/${insideOf(child)}/stat`, "utf8").split(") ");
  const ticks = fields.split(" ").slice(11, 15).map(Number);
  return ticks.reduce((sum, tick) => sum + tick, 0) / TICKS_PER_SECOND;
}

function insideOf({ pid = 0 }: ChildProcess): number {
  const isWall = (id: number) => readFileSync(`/proc/${id}/comm`, "utf8").trim() === "bwrap";
  let inside = pid;
  while (hasBubblewrap && isWall(inside))
    inside = Number.parseInt(readFileSync(`/proc/${inside}/task/${inside}/children`, "utf8"), 10);
  return inside;
}

function wallsOf({ project, data }: Contained): string[] {
  // As the image has it: PostgreSQL wants to know its account by name.
  const accounts = join(dirname(data), `${basename(data)}.passwd`);
  writeFileSync(accounts, "root:x:0:0::/:/bin/false\nportal:x:10001:10001::/data:/bin/false\n");
  const folders = ["bin", "lib", "lib64", "sbin"].flatMap((name) => [
    "--symlink",
    `usr/${name}`,
    `/${name}`,
  ]);
  const node = dirname(process.execPath);
  const flags = `--unshare-user --uid 10001 --gid 10001 --unshare-ipc --die-with-parent --cap-drop ALL
    --ro-bind /usr /usr --ro-bind /etc /etc --proc /proc --dev /dev --tmpfs /tmp`;
  const bound = ["--ro-bind", accounts, "/etc/passwd", "--ro-bind", node, "/node"];
  const places = ["--ro-bind", project, "/portal", "--bind", data, "/data"];
  const sealed = ["--remount-ro", "/", "--chdir", "/portal"];
  return [...flags.split(/\s+/), ...folders, ...bound, ...places, ...sealed];
}
