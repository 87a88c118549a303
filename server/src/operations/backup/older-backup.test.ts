import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "#server/config/config.ts";
import type { DatabaseAddress } from "#server/database/connection.ts";
import { migrate } from "#server/database/migrate.ts";
import { readMigrations } from "#server/database/migration-files.ts";
import { seededRules } from "#testing/seeded-rules.ts";
import { createEmptyDatabase, type TestDatabase } from "#testing/test-database.ts";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";

const keys = { FILES_KEY: "k".repeat(43) + "=", SECRET_KEY: "s".repeat(43) + "=" };

let directory: string;
let older: TestDatabase;
let target: TestDatabase;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "portal-older-backup-"));
  older = await createEmptyDatabase();
  target = await createEmptyDatabase();
});
afterEach(async () => {
  await older.remove();
  await target.remove();
  await rm(directory, { recursive: true, force: true });
});

/** What a portal of that migration has written, backed up there and restored here. */
async function carryOver(migration: number, statements: string): Promise<void> {
  await migrate(
    older.owner,
    readMigrations().filter(({ id }) => id <= migration),
  );
  await query(older.owner, statements);
  const file = join(directory, "portal.backup");
  const installed = (name: string) => loadConfig({ ...keys, DATA_DIR: join(directory, name) });
  await backUp(file, { config: installed("older"), address: older.owner });
  await restore(file, { config: installed("restored"), address: target.owner });
}

/** The rows of the last of these statements. */
async function query(address: DatabaseAddress, statements: string): Promise<unknown[]> {
  const client = new pg.Client(address);
  await client.connect();
  const results = [await client.query(statements)].flat();
  await client.end();
  return results.at(-1)?.rows ?? [];
}

describe("a backup of an older portal", () => {
  it("is brought up to date", async () => {
    await carryOver(1, "select");
    const applied = await query(target.owner, "select id from schema_migrations order by id");
    expect(applied).toEqual(readMigrations().map(({ id }) => ({ id })));
  });

  it("from before the checklists begins with the rules of every portal", async () => {
    await carryOver(25, "select");
    const rules = await query(target.owner, "select program, category from document_rules");
    expect(rules).toHaveLength(seededRules.length);
  });

  it(
    "from before the revisions keeps its numbers and its audit log",
    { tags: ["reliability-25"] },
    async () => {
      await carryOver(
        14,
        `insert into cases (case_id, title, nationality) values ('OLD', 'Old', 'x');
       update cases set title = 'Changed';
       insert into case_events (case_id, action, subject, subject_id, version)
         select id, 'update', 'case', id, version from cases`,
      );
      const rows = await query(
        target.owner,
        `update cases set title = 'Changed again';
       select c.revision, audit_row_hash(to_jsonb(e), e.created_at) = l.row_hash as "isRight"
         from cases c join case_events e on e.case_id = c.id
         join audit_chain l on l.row_id = e.id and l.source = 'case_events'`,
      );
      expect(rows).toEqual([{ revision: 3, isRight: true }]);
    },
  );
});
