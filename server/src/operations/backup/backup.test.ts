import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, isNull } from "drizzle-orm";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifyChain } from "#server/audit/verify-chain.ts";
import { loadConfig } from "#server/config/config.ts";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { openDatabase, type DatabaseAddress } from "#server/database/connection.ts";
import { bookkeeping, migrate } from "#server/database/migrate.ts";
import { readMigrations } from "#server/database/migration-files.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { decrypt } from "#server/files/encryption.ts";
import { openStoredFile } from "#server/files/open.ts";
import { createStorages } from "#server/integrations/storage/create-storages.ts";
import { examine } from "#server/operations/integrity-check/examine.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildDecision } from "#testing/factories/checklist.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildUser } from "#testing/factories/users.ts";
import { buildFullPortal } from "#testing/full-portal.ts";
import { seededRules } from "#testing/seeded-rules.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import {
  asOwner,
  createEmptyDatabase,
  ownerAddress,
  type TestDatabase,
} from "#testing/test-database.ts";
import { backUp, type Installation } from "./back-up.ts";
import { restore } from "./restore.ts";

const keys = { FILES_KEY: "k".repeat(43) + "=", SECRET_KEY: "s".repeat(43) + "=" };

let portal: TestApp;
let directory: string;
let backup: string;
let target: TestDatabase;

beforeEach(async () => {
  portal = await openTestApp({ settings: keys });
  directory = await mkdtemp(join(tmpdir(), "portal-backup-"));
  backup = join(directory, "portal.backup");
  target = await createEmptyDatabase();
});
afterEach(async () => {
  await portal.close();
  await target.remove();
  await rm(directory, { recursive: true, force: true });
});

const source = (): Installation => ({
  config: runtime.config,
  address: ownerAddress(),
});

function emptyInstallation(settings: Record<string, string> = {}): Installation {
  const config = loadConfig({ ...keys, ...settings, DATA_DIR: join(directory, "restored") });
  return { config, address: target.owner };
}

const secrets = ["sessions", "otp_verifications", "password_reset_tokens", "passkey_challenges"];
const notInBackups = [...secrets, ...bookkeeping];

/** Table → its rows as text. */
async function rowsOf(address: DatabaseAddress): Promise<Map<string, string[]>> {
  const client = new pg.Client(address);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables.filter((table) => !notInBackups.includes(table.name))) {
    const { rows } = await client.query<{ line: string }>(
      `select row_to_json(t)::text as line from ${name} t order by 1`,
    );
    found.set(
      name,
      rows.map(({ line }) => line),
    );
  }
  await client.end();
  return found;
}

/** Opens every file of an installation to its last byte, lets doctor and audit look, and answers how many files there are. */
async function examineAll({ config, address }: Installation): Promise<number> {
  const opened = openDatabase(address);
  const own = runtime;
  const { database, pool } = opened;
  setRuntime({ ...own, config, database, pool, files: createStorages(config) });
  try {
    const files = await runtime.database
      .select()
      .from(storedFiles)
      .where(isNull(storedFiles.deletedAt));
    for (const file of files) {
      let size = 0;
      for await (const part of decrypt(await openStoredFile(file))) size += part.length;
      expect(size).toBe(file.size);
    }
    expect((await examine()).findings).toEqual([]);
    expect((await verifyChain()).broken).toBeNull();
    return files.length;
  } finally {
    setRuntime(own);
    await opened.close();
  }
}

const filledByMigrations = ["document_rules", "reminder_schedules", "mailbox_states", "bureau"];
async function isUntouched({ config, address }: Installation): Promise<void> {
  const rows = await rowsOf(address);
  expect(rows.get("document_rules")).toHaveLength(seededRules.length);
  for (const table of filledByMigrations) rows.delete(table);
  expect([...rows.values()].flat()).toEqual([]);
  expect(await readdir(join(config.dataDirectory, "files", "tmp"))).toEqual([]);
  for await (const object of createStorages(config).current.list())
    expect.fail(`${object.key} was left behind`);
}

describe("a backup that is restored", () => {
  it("holds every row and every file", { tags: ["reliability-24", "W-DOS-035"] }, async () => {
    await buildFullPortal();
    const before = await rowsOf(source().address);
    const report = await backUp(backup, source());
    expect(report.missing).toEqual([]);
    await restore(backup, emptyInstallation());
    const after = await rowsOf(target.owner);
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [table, rows] of before) expect(after.get(table), table).toEqual(rows);
    expect(await examineAll(emptyInstallation())).toBe(report.objects);
    expect(report.objects).toBeGreaterThan(10);
  });

  it("is one moment of a portal that goes on writing", { tags: ["reliability-24"] }, async () => {
    await buildFullPortal(3);
    const before = await rowsOf(source().address);
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) {
        const { id } = await buildCase();
        await Promise.all([
          buildDocument({ caseId: id, content: Buffer.from("%PDF-1.7\nnew\n%%EOF\n") }),
          buildComment({ caseId: id }),
        ]);
      }
    })();
    const report = await backUp(backup, source()).finally(async () => {
      isWriting = false;
      await writing;
    });
    const now = await rowsOf(source().address);
    await restore(backup, emptyInstallation());
    for (const [table, rows] of await rowsOf(target.owner)) {
      const restored = new Set(rows);
      const lost = before.get(table)?.filter((row) => !restored.has(row));
      expect(lost, `lost from ${table}`).toEqual([]);
      const known = new Set(now.get(table));
      const invented = rows.filter((row) => !known.has(row));
      expect(invented, `invented in ${table}`).toEqual([]);
    }
    expect(await examineAll(emptyInstallation())).toBe(report.objects);
  });

  it("goes on counting where the portal was, and enforces its rules again", async () => {
    const { caseId } = await buildDocument();
    await buildDecision({ caseId });
    const { id, revision } = await buildDecision({ caseId });
    await runtime.database.delete(checklistDecisions).where(eq(checklistDecisions.id, id));
    await backUp(backup, source());
    await restore(backup, emptyInstallation());
    const client = new pg.Client(target.owner);
    await client.connect();
    const { rows } = await client.query(
      "insert into cases (case_id, title, nationality) values ('NEXT', 'Next', 'x') returning id, revision",
    );
    expect(rows[0]?.id).toBeGreaterThan(caseId);
    const touched = await client.query("update cases set title = 'Changed' returning revision");
    expect(touched.rows[0]?.revision).toBe(2);
    const decided = await client.query(
      `insert into checklist_decisions (case_id, title, category) values (${caseId}, 'Deed', 'other') returning revision`,
    );
    expect(decided.rows[0]?.revision).toBe(revision + 1);
    await expect(client.query("delete from stored_files")).rejects.toThrow(/foreign key/);
    await client.end();
  });

  it("signs nobody in again", { tags: ["asvs-82"] }, async () => {
    await portal.as(await buildUser());
    await backUp(backup, source());
    await restore(backup, emptyInstallation());
    const client = new pg.Client(target.owner);
    await client.connect();
    expect((await client.query("select from sessions")).rowCount).toBe(0);
    expect((await client.query("select from users")).rowCount).toBe(1);
    await client.end();
  });
});

describe("a restore refuses, and changes nothing", () => {
  const wrongKey = "x".repeat(43) + "=";

  async function refusal(installation: Installation): Promise<string> {
    const error: unknown = await restore(backup, installation).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: "BackupError" });
    return (error as Error).message;
  }

  it("another FILES_KEY or SECRET_KEY, each by its name", async () => {
    await backUp(backup, source());
    expect(await refusal(emptyInstallation({ FILES_KEY: wrongKey }))).toBe(
      "FILES_KEY is not the one that this backup was made with.",
    );
    expect(await refusal(emptyInstallation({ SECRET_KEY: wrongKey }))).toBe(
      "SECRET_KEY is not the one that this backup was made with.",
    );
  });

  it("a flipped byte anywhere", { tags: ["reliability-24"] }, async () => {
    await buildDocument({ content: Buffer.alloc(150_000, "%PDF-1.7 page ") });
    await backUp(backup, source());
    const { size } = await stat(backup);
    const places = [0, 9, 30, 50, 70, 75, 100, size >> 1, size - 17, size - 1];
    for (const place of places) {
      await flip(place);
      const sentence = await refusal(emptyInstallation());
      expect(sentence, `byte ${place}`).toMatch(/is damaged: |is no backup of this portal/);
      expect(sentence).not.toContain("\n");
      await flip(place);
    }
    await isUntouched(await migrated(emptyInstallation()));
  });

  it("a file that is cut off, at any place", async () => {
    await buildDocument({ content: Buffer.alloc(150_000, "%PDF-1.7 page ") });
    await backUp(backup, source());
    const whole = await readFile(backup);
    for (const length of [0, 10, 71, 80, 72 + 12 + 65_552, whole.length - 1]) {
      await writeFile(backup, whole.subarray(0, length));
      expect(await refusal(emptyInstallation()), `${length} bytes`).toMatch(
        /is damaged|is no backup/,
      );
    }
  });

  it("a backup of a newer portal", async () => {
    const newer = { id: 9000, name: "9000_later", checksum: "later", statements: "select 1" };
    await migrate(source().address, [...readMigrations(), newer]);
    await backUp(backup, source());
    expect(await refusal(emptyInstallation())).toContain("newer or different version");
  });

  it("a database or a storage that is not empty", async () => {
    await buildCase();
    await backUp(backup, source());
    expect(await refusal({ ...emptyInstallation(), address: source().address })).toMatch(
      /The database is not empty \((cases|case_rows) has rows\)/,
    );
    const document = await buildDocument();
    expect(await refusal({ config: runtime.config, address: target.owner })).toContain(
      `The file storage is not empty (it holds ${document.filePath})`,
    );
  });

  it("rows that break the rules, halfway through, and can be tried again", async () => {
    await buildFullPortal(1);
    await asOwner("alter table comments drop constraint comments_user_id_fkey");
    await runtime.database.execute("update comments set user_id = 999999");
    await backUp(backup, source());
    const installation = emptyInstallation();
    await expect(restore(backup, installation)).rejects.toThrow(/foreign key/);
    await isUntouched(installation);
    await runtime.database.execute("update comments set user_id = null");
    await rm(backup);
    await backUp(backup, source());
    await restore(backup, installation);
  });

  async function flip(place: number): Promise<void> {
    const handle = await open(backup, "r+");
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, place);
    buffer[0] = (buffer[0] ?? 0) ^ 1;
    await handle.write(buffer, 0, 1, place);
    await handle.close();
  }

  async function migrated(installation: Installation): Promise<Installation> {
    await migrate(installation.address);
    createStorages(installation.config);
    return installation;
  }
});
