/**
 * PostgreSQL refuses to run as root, so root starts it as an account of its own, one that nothing else on the machine
 * runs as: whoever shares the account could open the socket and every file of the database. That account may be unable
 * to walk the path to the data directory (think of /root): then root opens the directory and hands it over as an open
 * file.
 */
import type { SpawnOptions } from "node:child_process";
import {
  chmodSync,
  closeSync,
  lchownSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isAlive, readPostmaster } from "./postmaster-file.ts";

/** Undefined: as whoever runs the portal. */
export type Account = { uid: number; gid: number } | undefined;

export type Handover = {
  /** The directory under the name that the started program can use. */
  path: string;
  /** What to add to the program's list of open files. */
  files: number[];
  close(): void;
};

/** Neither distributions nor systemd give numbers around this one to anybody. */
const FIRST_OWN_ID = 61_000;
/** `nobody` on nearly every Unix, and the account of other services too. */
const NOBODY_ID = 65_534;

/** The place after input, output and errors. */
const HANDED_OVER = 3;

/** The owner of an existing cluster, or else an account of its own, when root asks. */
export function accountFor(clusterDirectory: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterDirectory, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0 && !isToMove(clusterDirectory, owner))
    return { uid: owner.uid, gid: owner.gid };
  const id = findOwnId();
  return { uid: id, gid: id };
}

/** A cluster from before it had an account of its own; one that is running is left as it is until it has stopped. */
function isToMove(clusterDirectory: string, { uid }: { uid: number }): boolean {
  const running = readPostmaster(clusterDirectory);
  return uid === NOBODY_ID && (running === undefined || !isAlive(running));
}

function findOwnId(): number {
  const taken = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => Number(line.split(":")[2]));
  let id = FIRST_OWN_ID;
  while (taken.includes(id)) id += 1;
  return id;
}

/** `initdb` wants an account that has a name; what it makes is given away at once. */
export function accountForCreation(account: Account): Account {
  return account && { uid: NOBODY_ID, gid: NOBODY_ID };
}

export function isNobodys({ uid }: { uid: number }): boolean {
  return uid === NOBODY_ID;
}

export function give(path: string, account: Account): void {
  if (account !== undefined) lchownSync(path, account.uid, account.gid);
}

/** For a cluster that was just made, or that root has copied or restored. */
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
