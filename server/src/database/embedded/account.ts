/**
 * PostgreSQL refuses to run as root, so root starts it as an unprivileged account. That account may be unable to walk
 * the path to the data directory (think of /root): then root opens the directory and hands it over as an open file.
 */
import type { SpawnOptions } from "node:child_process";
import { chmodSync, closeSync, lchownSync, openSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Undefined: as whoever runs the portal. */
export type Account = { uid: number; gid: number } | undefined;

export type Handover = {
  /** The directory under the name that the started program can use. */
  path: string;
  /** What to add to the program's list of open files. */
  files: number[];
  close(): void;
};

/** `nobody` on nearly every Unix. */
const UNPRIVILEGED_ID = 65_534;

/** The place after input, output and errors. */
const HANDED_OVER = 3;

/** The owner of an existing cluster, or else the unprivileged account, when root asks. */
export function accountFor(clusterDirectory: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterDirectory, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
}

export function give(path: string, account: Account): void {
  if (account !== undefined) lchownSync(path, account.uid, account.gid);
}

/** For a cluster that root has copied or restored, and that belongs to root since. */
export function giveAll(directory: string, account: Account): void {
  if (account === undefined || statSync(directory).uid === account.uid) return;
  const entries = readdirSync(directory, { recursive: true, encoding: "utf8" });
  for (const entry of entries) give(join(directory, entry), account);
  chmodSync(directory, 0o700);
  give(directory, account);
}

export function handOver(directory: string, account: Account): Handover {
  if (isReachable(directory, account)) {
    return { path: directory, files: [], close: () => undefined };
  }
  const opened = openSync(directory, "r");
  return {
    path: `/proc/self/fd/${HANDED_OVER}`,
    files: [opened],
    close: () => closeSync(opened),
  };
}

/** Whether the account may enter the directory and all that lie above it. */
export function isReachable(directory: string, account: Account): boolean {
  if (account === undefined) return true;
  const { uid, mode } = statSync(directory);
  const mayEnter = uid === account.uid ? mode & 0o100 : mode & 0o001;
  if (mayEnter === 0) return false;
  return directory === dirname(directory) || isReachable(dirname(directory), account);
}

/** Nothing of the portal's own environment: it may hold keys. */
export function spawnOptions(account: Account): SpawnOptions {
  return {
    ...account,
    cwd: process.platform === "win32" ? undefined : "/",
    env: { LC_ALL: "C", TZ: "UTC" },
    windowsHide: true,
  };
}
