import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, realpathSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "#server/core/start-error.ts";
import { give, isNobodys, isReachable, type Account } from "./account.ts";

/** The system's own limit is 104 to 108 bytes for the whole path. */
const LONGEST_SOCKET_PATH = 100;

export const SOCKET_PORT = 5432;

/**
 * Where the database listens. Inside the data directory, unless the path is too long for a socket or closed to the
 * database's account: then in a short one, always the same for the same data.
 */
export function chooseSocketDirectory(dataDirectory: string, account: Account): string {
  const inside = join(dataDirectory, "socket");
  const fits = Buffer.byteLength(join(inside, `.s.PGSQL.${SOCKET_PORT}`)) < LONGEST_SOCKET_PATH;
  if (fits && isReachable(dataDirectory, account)) return inside;
  const mark = createHash("sha256").update(realpathSync(dataDirectory)).digest("hex").slice(0, 16);
  return join(tmpdir(), `portal-${mark}`);
}

/** Closed to everybody but the account: whoever enters may read the whole database. */
export function makeSocketDirectory(directory: string, account: Account): void {
  if (account !== undefined) removeLeftOver(directory);
  try {
    mkdirSync(directory, { mode: 0o700 });
    give(directory, account);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const status = lstatSync(directory);
  const owner = account?.uid ?? process.getuid?.() ?? status.uid;
  const isClosed = status.isDirectory() && (status.mode & 0o077) === 0;
  if (isClosed && status.uid === owner) return;
  // A portal that died between making the directory and giving it away.
  if (isClosed && status.uid === 0 && account !== undefined) {
    give(directory, account);
    return;
  }
  throw new StartError(
    `${directory} is open to others or belongs to somebody else: remove it and start again.`,
  );
}

/** From a portal whose database ran as `nobody`, and that was killed. */
function removeLeftOver(directory: string): void {
  const status = lstatSync(directory, { throwIfNoEntry: false });
  if (status === undefined || !isNobodys(status)) return;
  const socket = join(directory, `.s.PGSQL.${SOCKET_PORT}`);
  for (const file of [socket, `${socket}.lock`]) rmSync(file, { force: true });
  removeSocketDirectory(directory);
}

/** Nothing stays behind in the directory for temporary files. */
export function removeSocketDirectory(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // Another portal is using it already.
  }
}
