import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Postmaster = {
  pid: number;
  port: number;
  /** Where its socket is; empty on Windows. */
  socketDirectory: string;
  /** False while it starts, recovers or stops. */
  isReady: boolean;
};

/** Larger than any process number. */
const NOBODYS_PID = 99_999_999;

/** What a running PostgreSQL says about itself, or one that was killed has left behind. */
export function readPostmaster(clusterDirectory: string): Postmaster | undefined {
  const lines = readLines(join(clusterDirectory, "postmaster.pid"));
  const [pid = "", , , port = "", socketDirectory = "", , , status] = lines.map((line) =>
    line.trim(),
  );
  if (!/^\d+$/.test(pid) || !/^\d+$/.test(port)) return undefined;
  return { pid: Number(pid), port: Number(port), socketDirectory, isReady: status === "ready" };
}

export function isAlive({ pid }: Postmaster): boolean {
  return process.platform === "linux" ? isLinuxPostgres(pid) : isTaken(pid);
}

/**
 * After a crash the number in the lock files may belong to another program, or to a dead one that nobody has collected.
 * PostgreSQL would take it for itself and refuse to start. Only the number is replaced: PostgreSQL still looks for
 * survivors in the shared memory that the file names.
 */
export function disownPostmaster(
  clusterDirectory: string,
  { pid, port, socketDirectory }: Postmaster,
): void {
  if (!isTaken(pid)) return;
  for (const file of [
    join(clusterDirectory, "postmaster.pid"),
    join(socketDirectory, `.s.PGSQL.${port}.lock`),
  ]) {
    const [owner, ...rest] = readLines(file);
    if (owner === String(pid)) writeFileSync(file, [NOBODYS_PID, ...rest].join("\n"));
  }
}

function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** `/proc/<pid>/stat` reads `12 (postgres) S …`; Z and X are processes that have died. */
function isLinuxPostgres(pid: number): boolean {
  try {
    const [, name, state] =
      /^\d+ \((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return name === "postgres" && state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}
