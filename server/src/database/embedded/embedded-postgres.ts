/**
 * The PostgreSQL that comes with the portal. Every portal on the same data directory shares one postmaster: whoever finds
 * none starts it, whoever finds one joins it, and whoever notices its death starts it again. Each holds a shared
 * advisory lock on a connection of its own; the last to leave is the one that gets the lock alone, and stops it.
 */
import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { StartError } from "#server/core/start-error.ts";
import { CONNECT_TIMEOUT_MS, type DatabaseAddress } from "#server/database/connection.ts";
import { spawnOptions } from "./account.ts";
import {
  CLUSTER_DATABASE,
  CLUSTER_USER,
  lastComplaint,
  PORTAL_ROLE,
  prepareCluster,
  startPostmaster,
  type Cluster,
  type ClusterSettings,
} from "./cluster.ts";
import { disownPostmaster, isAlive, readPostmaster, type Postmaster } from "./postmaster-file.ts";
import { removeSocketDirectory } from "./socket-directory.ts";

export type EmbeddedPostgres = {
  /** As the owner of everything. */
  owner: DatabaseAddress;
  /** As the role that the portal works as. */
  address: DatabaseAddress;
  close(): Promise<void>;
};

/** Recovery after a crash takes as long as there is to recover. Measured in time that passes, not by a clock that can be set. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8000;
const POLL_MS = 20;
const AFTER_FAILURE_MS = 100;
/** The processes of a postmaster that was killed need a moment to notice; until then a new one cannot start. */
const MIN_FAILED_STARTS = 3;
const PATIENCE_MS = 5000;

/** "prtl" as a number: the lock that says a portal is at work here. */
const PRESENCE_LOCK = 0x7072_746c;

/** "role" as a number: two portals that start together make it once. */
const ROLE_LOCK = 0x726f_6c65;

export async function openEmbeddedPostgres(
  dataDirectory: string,
  settings: ClusterSettings = {},
): Promise<EmbeddedPostgres> {
  const cluster = prepareCluster(dataDirectory);
  const supervisor = new Supervisor(cluster, settings);
  const { client, owner } = await supervisor.start();
  try {
    await ensurePortalRole(client, cluster);
  } catch (error) {
    await supervisor.close();
    throw error;
  }
  const address = { ...owner, user: PORTAL_ROLE, password: cluster.portalPassword };
  return { owner, address, close: () => supervisor.close() };
}

class Supervisor {
  readonly #cluster: Cluster;
  readonly #settings: ClusterSettings;
  #presence: pg.Client | undefined;
  #isClosing = false;
  #recovery: Promise<void> | undefined;

  constructor(cluster: Cluster, settings: ClusterSettings) {
    this.#cluster = cluster;
    this.#settings = settings;
  }

  async start(): Promise<Joined> {
    const joined = await joinOrStart(this.#cluster, this.#settings);
    this.#watch(joined.client);
    return joined;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#recovery;
    const client = this.#presence;
    if (client === undefined) return;
    const isLast = await leave(client).catch(() => false);
    if (isLast) await stopPostmaster(this.#cluster);
    await client.end().catch(() => undefined);
  }

  #watch(client: pg.Client): void {
    this.#presence = client;
    client.once("end", () => {
      this.#presence = undefined;
      if (!this.#isClosing) this.#recovery = this.#recover();
    });
  }

  /** For as long as it takes, for instance until a full disk has room again. */
  async #recover(): Promise<void> {
    for (let pauseMs = POLL_MS; !this.#isClosing; pauseMs = Math.min(pauseMs * 2, 1000)) {
      try {
        await this.start();
        return;
      } catch {
        await pause(pauseMs);
      }
    }
  }
}

type Joined = { client: pg.Client; owner: Exclude<DatabaseAddress, { connectionString: string }> };

async function joinOrStart(cluster: Cluster, settings: ClusterSettings): Promise<Joined> {
  const startedAt = performance.now();
  let failedStarts = 0;
  let isStarting = false;
  while (performance.now() - startedAt < START_TIMEOUT_MS) {
    const postmaster = readPostmaster(cluster.directory);
    const joined = postmaster?.isReady === true ? await tryToJoin(cluster, postmaster) : undefined;
    if (joined !== undefined) return joined;
    const isThere = isStarting || (postmaster !== undefined && isAlive(postmaster));
    if (!isThere) {
      if (failedStarts >= MIN_FAILED_STARTS && performance.now() - startedAt > PATIENCE_MS) break;
      if (failedStarts > 0) await pause(AFTER_FAILURE_MS);
      failedStarts += 1;
      isStarting = true;
      if (postmaster !== undefined) disownPostmaster(cluster.directory, postmaster);
      void startPostmaster(cluster, settings).then(() => {
        isStarting = false;
      });
    }
    await pause(POLL_MS);
  }
  const complaint = lastComplaint(cluster) ?? "it says nothing";
  throw new StartError(
    `The database in ${cluster.directory} does not start (${complaint}); ${cluster.logFile} has more.`,
  );
}

/** Undefined while it does not answer yet, or no longer. */
async function tryToJoin(
  cluster: Cluster,
  { port, socketDirectory }: Postmaster,
): Promise<Joined | undefined> {
  const owner = {
    host: cluster.password === undefined ? socketDirectory : "127.0.0.1",
    port,
    user: CLUSTER_USER,
    database: CLUSTER_DATABASE,
    password: cluster.password,
  };
  const client = new pg.Client({
    ...owner,
    application_name: "portal presence",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    // Waits while the last portal is stopping the database, and fails with it.
    await client.query("select pg_advisory_lock_shared($1)", [PRESENCE_LOCK]);
    return { client, owner };
  } catch {
    await client.end().catch(() => undefined);
    return undefined;
  }
}

/**
 * Cluster and role may come from different times: a portal from before it had a role of its own has left none. On a
 * socket nobody is asked for a password; only its directory lets somebody in.
 */
async function ensurePortalRole(client: pg.Client, { portalPassword }: Cluster): Promise<void> {
  const role = pg.escapeIdentifier(PORTAL_ROLE);
  const password = portalPassword === undefined ? "null" : pg.escapeLiteral(portalPassword);
  await client.query("select pg_advisory_lock($1)", [ROLE_LOCK]);
  try {
    const { rows } = await client.query("select from pg_roles where rolname = $1", [PORTAL_ROLE]);
    if (rows.length === 0) await client.query(`create role ${role} login password ${password}`);
    else if (portalPassword !== undefined)
      await client.query(`alter role ${role} password ${password}`);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [ROLE_LOCK]);
  }
}

/** Answers whether no other portal is left. */
async function leave(client: pg.Client): Promise<boolean> {
  await client.query("select pg_advisory_unlock_shared($1)", [PRESENCE_LOCK]);
  const { rows } = await client.query("select pg_try_advisory_lock($1) as alone", [PRESENCE_LOCK]);
  return rows[0]?.alone === true;
}

async function stopPostmaster(cluster: Cluster): Promise<void> {
  const postmaster = readPostmaster(cluster.directory);
  if (postmaster === undefined || !isAlive(postmaster)) return;
  if (process.platform === "win32") {
    spawnSync(
      cluster.binaries.pgCtl,
      ["stop", "-D", cluster.directory, "-m", "fast"],
      spawnOptions(undefined),
    );
    return;
  }
  process.kill(postmaster.pid, "SIGINT");
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  while (isAlive(postmaster) && performance.now() < deadline) await pause(POLL_MS);
  // What an immediate stop leaves undone, the next start does from the log; nothing is lost.
  if (isAlive(postmaster)) process.kill(postmaster.pid, "SIGQUIT");
  else removeSocketDirectory(cluster.socketDirectory);
}
