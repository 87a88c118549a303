import { spawn, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { keptSecret } from "#server/config/kept-secrets.ts";
import { StartError } from "#server/core/start-error.ts";
import {
  accountFor,
  accountForCreation,
  give,
  giveAll,
  handOver,
  spawnOptions,
  type Account,
} from "./account.ts";
import { findBinaries, type Binaries } from "./binaries.ts";
import { chooseSocketDirectory, makeSocketDirectory, SOCKET_PORT } from "./socket-directory.ts";

export type ClusterSettings = Record<string, string>;

/** A PostgreSQL cluster on this machine: where it lies, who runs it, and how. */
export type Cluster = {
  directory: string;
  logFile: string;
  account: Account;
  binaries: Binaries;
  /** On Windows, where Node cannot reach a PostgreSQL socket: the password for the loopback address. */
  password: string | undefined;
  /** The same for the role that the portal works as. */
  portalPassword: string | undefined;
  /** The value of `unix_socket_directories`; empty on Windows. */
  socketDirectory: string;
};

export const CLUSTER_USER = "portal";
/** What the portal works as, without the owner's rights (asvs 102). */
export const PORTAL_ROLE = "portal_runtime";
export const CLUSTER_DATABASE = "postgres";

const isWindows = process.platform === "win32";
const HALF_MADE = "postgres.new-";
const HALF_MADE_EXPIRES_MS = 300_000;

/** Finds the cluster in the data directory, or makes it. Two portals that do so at once end up with the same one. */
export function prepareCluster(dataDirectory: string): Cluster {
  const directory = join(dataDirectory, "postgres");
  const account = accountFor(directory);
  const binaries = findBinaries(account);
  const passwordIn = (file: string) =>
    isWindows ? keptSecret(join(dataDirectory, "keys"), file, newPassword) : undefined;
  const cluster: Cluster = {
    directory,
    logFile: join(dataDirectory, "postgres.log"),
    account,
    binaries,
    password: passwordIn("DATABASE_PASSWORD"),
    portalPassword: passwordIn("DATABASE_PORTAL_PASSWORD"),
    socketDirectory: isWindows ? "" : chooseSocketDirectory(dataDirectory, account),
  };
  removeHalfMade(dataDirectory);
  if (!existsSync(join(directory, "PG_VERSION"))) createCluster(dataDirectory, cluster);
  giveAll(directory, account);
  return cluster;
}

const newPassword = () => randomBytes(24).toString("base64url");

/** Made beside its place and then renamed, so that a cluster is there complete or not at all. */
function createCluster(dataDirectory: string, cluster: Cluster): void {
  const draft = join(dataDirectory, `${HALF_MADE}${randomUUID().slice(0, 8)}`);
  mkdirSync(draft, { mode: 0o700 });
  const creator = accountForCreation(cluster.account);
  give(draft, creator);
  try {
    initialize(draft, { ...cluster, account: creator });
    giveAll(draft, cluster.account);
    renameSync(draft, cluster.directory);
    syncDirectory(dataDirectory);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another portal was faster: its cluster is as good.
    if (!existsSync(join(cluster.directory, "PG_VERSION"))) throw error;
  }
}

function initialize(draft: string, { account, binaries, password }: Cluster): void {
  const handover = handOver(draft, account);
  const passwordFile = `${draft}.password`;
  if (password !== undefined) writeFileSync(passwordFile, password, { mode: 0o600 });
  const result = spawnSync(
    binaries.initdb,
    initdbArguments(handover.path, password === undefined ? undefined : passwordFile),
    {
      ...spawnOptions(account),
      stdio: ["ignore", "pipe", "pipe", ...handover.files],
      encoding: "utf8",
    },
  );
  handover.close();
  rmSync(passwordFile, { force: true });
  if (result.status === 0) return;
  const reason = String(result.stderr ?? "")
    .split("\n")
    .find((line) => line.includes("error:"));
  throw new StartError(
    `The database could not be created in ${draft}: ${reason ?? result.error?.message ?? "initdb failed"}.`,
    { cause: result.error },
  );
}

function initdbArguments(directory: string, passwordFile: string | undefined): string[] {
  const who =
    passwordFile === undefined
      ? ["--auth-local=trust", "--auth-host=reject"]
      : ["--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  const language = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=und"];
  // Small segments, so that an empty database does not fill a small disk.
  const storage = ["--wal-segsize=4", "--data-checksums"];
  return [
    "-D",
    directory,
    "-U",
    CLUSTER_USER,
    "--no-instructions",
    ...who,
    ...language,
    ...storage,
  ];
}

/** Left by a portal that was killed while making its cluster. */
function removeHalfMade(dataDirectory: string): void {
  for (const name of readdirSync(dataDirectory)) {
    const path = join(dataDirectory, name);
    if (!name.startsWith(HALF_MADE)) continue;
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > HALF_MADE_EXPIRES_MS) rmSync(path, { recursive: true, force: true });
  }
}

const ownSettings: ClusterSettings = {
  shared_buffers: "128MB",
  max_connections: "100",
  fsync: "on",
  timezone: "UTC",
  min_wal_size: "16MB",
  max_wal_size: "256MB",
  max_parallel_workers_per_gather: "0",
  // After a crash one call per disk instead of one per file: recovery starts in milliseconds, not seconds.
  ...(process.platform === "linux" ? { recovery_init_sync_method: "syncfs" } : {}),
  log_checkpoints: "off",
  // Names and addresses of clients stand in details and statements; the log stays free of them.
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};

/** Starts PostgreSQL in a session of its own: it outlives a portal that is killed, and the next one adopts it. */
export function startPostmaster(
  cluster: Cluster,
  settings: ClusterSettings,
): Promise<number | null> {
  if (!isWindows) makeSocketDirectory(cluster.socketDirectory, cluster.account);
  const handover = handOver(cluster.directory, cluster.account);
  const log = openLog(cluster.logFile);
  const listening = isWindows
    ? { listen_addresses: "127.0.0.1" }
    : {
        listen_addresses: "",
        unix_socket_directories: cluster.socketDirectory,
        unix_socket_permissions: "0700",
      };
  const chosen = Object.entries({
    ...ownSettings,
    ...settings,
    port: String(SOCKET_PORT),
    ...listening,
  });
  const child = spawn(
    cluster.binaries.postgres,
    ["-D", handover.path, ...chosen.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    {
      ...spawnOptions(cluster.account),
      detached: true,
      stdio: ["ignore", log, log, ...handover.files],
    },
  );
  child.unref();
  closeSync(log);
  handover.close();
  return new Promise((resolve) => {
    child.once("exit", (code) => resolve(code));
    child.once("error", () => resolve(null));
  });
}

const LONGEST_LOG = 1_000_000;

function openLog(file: string): number {
  const length = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(file, length > LONGEST_LOG ? "w" : "a", 0o600);
}

/** The last thing PostgreSQL said before it gave up. */
export function lastComplaint({ logFile }: Cluster): string | undefined {
  if (!existsSync(logFile)) return undefined;
  const lines = readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-40);
  return lines
    .findLast((line) => /(FATAL|PANIC|error while loading)/.test(line))
    ?.replace(/^.*?(FATAL|PANIC): +/, "");
}

function syncDirectory(directory: string): void {
  if (isWindows) return;
  const opened = openSync(directory, "r");
  fsyncSync(opened);
  closeSync(opened);
}
