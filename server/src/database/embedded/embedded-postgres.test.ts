import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DatabaseAddress } from "#server/database/connection.ts";
import { temporaryBase } from "#testing/temporary-base.ts";
import { openEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";
import { isAlive, readPostmaster } from "./postmaster-file.ts";

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Holds a cluster that was never used: making one takes longer than everything else in a test. */
let made: string;
let parent: string;
let dataDirectory: string;
let opened: EmbeddedPostgres[];
let portals: ChildProcess[];

beforeAll(async () => {
  made = mkdtempSync(join(temporaryBase(), "portal-made-"));
  chmodSync(made, 0o755);
  await (await openEmbeddedPostgres(made)).close();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  parent = mkdtempSync(join(temporaryBase(), "portal-embedded-"));
  chmodSync(parent, 0o755);
  dataDirectory = join(parent, "data");
  mkdirSync(dataDirectory);
  opened = [];
  portals = [];
});

afterEach(async () => {
  for (const portal of portals) await kill(portal);
  for (const embedded of opened) await embedded.close();
  // Joining and leaving as the last one stops whatever a killed portal has left running.
  await until(async () => {
    const running = postmaster();
    if (running === undefined || !isAlive(running)) return true;
    await (await openEmbeddedPostgres(dataDirectory)).close();
    return false;
  });
  rmSync(parent, { recursive: true, force: true });
});

function copyCluster(): void {
  cpSync(join(made, "postgres"), join(dataDirectory, "postgres"), { recursive: true });
}

async function kill(portal: ChildProcess): Promise<void> {
  if (portal.exitCode !== null || portal.signalCode !== null) return;
  portal.kill("SIGKILL");
  await once(portal, "exit");
}

async function open(): Promise<EmbeddedPostgres> {
  const embedded = await openEmbeddedPostgres(dataDirectory);
  opened.push(embedded);
  return embedded;
}

/** A portal in a process of its own, ready to be killed. */
async function startPortal(): Promise<{ portal: ChildProcess; address: DatabaseAddress }> {
  const program = join(import.meta.dirname, "..", "..", "..", "testing", "embedded-holder.ts");
  const portal = spawn(process.execPath, [program, dataDirectory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  portals.push(portal);
  const [line] = (await once(portal.stdout!, "data")) as [Buffer];
  return { portal, address: JSON.parse(line.toString()) as DatabaseAddress };
}

async function query(
  address: DatabaseAddress,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const postmaster = () => readPostmaster(join(dataDirectory, "postgres"));
const writeRow = (address: DatabaseAddress, row: number) =>
  query(address, `insert into rows values (${row})`);
const countRows = async (address: DatabaseAddress) =>
  (await query(address, "select count(*)::int as count from rows"))[0]?.count;

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (await condition()) return;
    await pause(20);
  }
  throw new Error("It did not happen within ten seconds");
}

describe("the embedded PostgreSQL", () => {
  beforeEach(copyCluster);

  it("keeps what was written from one start to the next", async () => {
    const first = await open();
    await query(first.owner, "create table rows (id int)");
    await writeRow(first.owner, 1);
    await first.close();
    expect(readPostmaster(join(dataDirectory, "postgres"))).toBeUndefined();
    expect(await countRows((await open()).owner)).toBe(1);
  });

  it("is reached through a closed directory only, and writes through to the disk", async () => {
    const { owner: address } = await open();
    const [settings] = await query(
      address,
      "select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync, current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums",
    );
    expect(settings).toEqual({ tcp: "", fsync: "on", encoding: "UTF8", checksums: "on" });
  });

  it("gets an account of its own when it comes from a portal that ran it as nobody", async () => {
    const first = await open();
    await query(first.owner, "create table rows (id int)");
    await first.close();
    if (!isRoot) return;
    const socketDirectory = join(dataDirectory, "socket");
    mkdirSync(socketDirectory, { mode: 0o700 });
    writeFileSync(join(socketDirectory, ".s.PGSQL.5432.lock"), "99999999\n");
    spawnSync("chown", [
      "-R",
      `${NOBODY}:${NOBODY}`,
      join(dataDirectory, "postgres"),
      socketDirectory,
    ]);
    expect(await countRows((await open()).owner)).toBe(0);
    for (const file of ["postgres/PG_VERSION", "socket"])
      expect(statSync(join(dataDirectory, file)).uid, file).not.toBe(NOBODY);
  });

  it("is adopted by the next portal when a portal is killed", async () => {
    const { portal, address } = await startPortal();
    await query(address, "create table rows (id int)");
    await writeRow(address, 1);
    const { pid } = postmaster()!;
    await kill(portal);
    const next = await open();
    expect(postmaster()?.pid).toBe(pid);
    expect(await countRows(next.owner)).toBe(1);
  });

  it("is shared by two portals, and the last to leave stops it", async () => {
    const [first, second] = await Promise.all([open(), open()]);
    await query(first.owner, "create table rows (id int)");
    await first.close();
    await writeRow(second.owner, 1);
    const running = postmaster()!;
    await second.close();
    expect(isAlive(running)).toBe(false);
  });

  it("comes back by itself when it is killed, with all that was acknowledged", async () => {
    const { owner: address } = await open();
    await query(address, "create table rows (id int)");
    for (let row = 1; row <= 5; row += 1) {
      await writeRow(address, row);
      const killed = postmaster()!;
      process.kill(killed.pid, "SIGKILL");
      await until(async () => (await countRows(address).catch(() => undefined)) === row);
      expect(postmaster()?.pid).not.toBe(killed.pid);
    }
  });

  it("survives that the portal and all of its processes are killed", async () => {
    const { portal, address } = await startPortal();
    await query(address, "create table rows (id int)");
    await writeRow(address, 1);
    const killed = postmaster()!;
    portal.kill("SIGKILL");
    process.kill(killed.pid, "SIGKILL");
    expect(await countRows((await open()).owner)).toBe(1);
  });

  it("starts although the number in its old lock file belongs to another program now", async () => {
    const first = await open();
    await query(first.owner, "create table rows (id int)");
    const file = join(dataDirectory, "postgres", "postmaster.pid");
    const left = readFileSync(file, "utf8");
    await first.close();
    writeFileSync(file, left.replace(/^\d+/, String(process.pid)));
    expect(await countRows((await open()).owner)).toBe(0);
  });

  it("finds a place for its socket when the path of the data is too long, and leaves it again", async () => {
    dataDirectory = join(parent, "a".repeat(100));
    mkdirSync(dataDirectory);
    copyCluster();
    const embedded = await open();
    expect(await query(embedded.owner, "select 1 as one")).toEqual([{ one: 1 }]);
    const { socketDirectory } = postmaster()!;
    expect(statSync(socketDirectory).mode & 0o777).toBe(0o700);
    await embedded.close();
    expect(existsSync(socketDirectory)).toBe(false);
  });

  it("says in one sentence why it does not start", async () => {
    const first = await open();
    await first.close();
    opened = [];
    const version = join(dataDirectory, "postgres", "PG_VERSION");
    const right = readFileSync(version, "utf8");
    writeFileSync(version, "9\n");
    await expect(openEmbeddedPostgres(dataDirectory)).rejects.toThrow(
      /does not start \(database files are incompatible with server\)/,
    );
    writeFileSync(version, right);
  });
});

describe("the embedded PostgreSQL in an empty directory", () => {
  it("lets nobody else on the machine in when root has started it", async () => {
    await open();
    const { pid, socketDirectory } = postmaster()!;
    expect(statSync(socketDirectory).mode & 0o777).toBe(0o700);
    const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    if (!isRoot) {
      expect(uid).toBe(process.getuid?.());
      return;
    }
    const accounts = readFileSync("/etc/passwd", "utf8").split("\n");
    expect(accounts.map((line) => Number(line.split(":")[2]))).not.toContain(uid);
    const socket = join(socketDirectory, ".s.PGSQL.5432");
    const lists = (as: number) =>
      spawnSync("/bin/ls", [socket], { uid: as, gid: as, cwd: "/" }).status === 0;
    expect([lists(uid), lists(NOBODY), lists(1)]).toEqual([true, false, false]);
    for (const file of ["postgres", "postgres/PG_VERSION", "postgres/base"])
      expect(statSync(join(dataDirectory, file)).uid, file).toBe(uid);
  });

  it("is made once when two portals start on an empty directory at the same moment", async () => {
    const [first, second] = await Promise.all([startPortal(), startPortal()]);
    await query(first.address, "create table rows (id int)");
    expect(await countRows(second.address)).toBe(0);
  });

  it("runs where only the account of the portal may enter", async () => {
    chmodSync(parent, 0o700);
    const { owner: address } = await open();
    expect(await query(address, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(existsSync(join(dataDirectory, "postgres", "PG_VERSION"))).toBe(true);
  });
});
