import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "#testing/test-database.ts";
import { migrate, readMigrations, type Migration } from "./migrate.ts";

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client(database.owner);
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.remove();
});

async function appliedNames(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select name from schema_migrations order by id",
  );
  return rows.map((row) => row.name);
}

const step = (id: number, statements: string): Migration => ({
  id,
  name: `${String(id).padStart(4, "0")}_step`,
  checksum: `checksum of ${statements}`,
  statements,
});

describe("migrating", () => {
  it("brings an empty database to the newest version, and twice changes nothing", async () => {
    await migrate(database.owner);
    const once = await appliedNames();
    await migrate(database.owner);
    expect(await appliedNames()).toEqual(once);
    expect(once).toEqual(readMigrations().map((migration) => migration.name));
  });

  it("lets several portals start at once, and applies each step once", async () => {
    await Promise.all([1, 2, 3, 4].map(() => migrate(database.owner)));
    expect(await appliedNames()).toEqual(readMigrations().map((migration) => migration.name));
  });

  it("refuses a database that a newer portal has used, and leaves it alone", async () => {
    await migrate(database.owner, [
      step(1, "create table first ()"),
      step(2, "create table second ()"),
    ]);
    await expect(migrate(database.owner, [step(1, "create table first ()")])).rejects.toThrow(
      /last used by a newer version of the portal \(it has 0002_step\)/,
    );
    expect(await appliedNames()).toEqual(["0001_step", "0002_step"]);
  });

  it("refuses a step that has changed since it was applied", async () => {
    await migrate(database.owner, [step(1, "create table first ()")]);
    await expect(migrate(database.owner, [step(1, "create table other ()")])).rejects.toThrow(
      /0001_step differs/,
    );
  });

  it("gives events back the number of a person whose account was deleted before [D-187]", async () => {
    await migrate(
      database.owner,
      readMigrations().filter(({ id }) => id < 12),
    );
    await client.query(`
      insert into users (email, password, first_name, last_name) values ('a@b.co', '-', 'A', 'B');
      insert into cases (case_id, title, nationality) values ('VU-1', 'Family', 'British');
      insert into case_events (case_id, actor_id, action) select cases.id, users.id, 'create' from cases, users;
      insert into case_events (case_id, action) select id, 'upload' from cases;
      insert into security_events (user_id, kind) select id, 'signin.succeeded' from users`);
    const actors = async () =>
      (
        await client.query<{ actor: number | null }>(
          "select actor_id as actor, action from case_events union all select user_id, kind from security_events order by action",
        )
      ).rows.map(({ actor }) => actor);
    const before = await actors();
    await client.query("delete from users");
    expect(await actors()).toEqual([null, null, null]);
    await migrate(database.owner);
    expect(await actors()).toEqual(before);
  });

  it("knows of old documents whether they were approved, and of no decision [W-REV-001]", async () => {
    await migrate(
      database.owner,
      readMigrations().filter(({ id }) => id < 26),
    );
    await client.query(`
      insert into cases (case_id, title, nationality) values ('VU-1', 'Family', 'British');
      insert into stored_files (name, storage_key, storage_driver, kind, case_id, mime_type, size, digest, wrapped_key)
      select 'f' || n, 'k' || n, 'local', 'document', id, 'application/pdf', 1, '', ''
      from cases, generate_series(1, 2000) n;
      insert into documents (case_id, file_name, original_name, file_size, mime_type, category, file_path,
        storage_driver, stored_file_id, is_approved)
      select case_id, name, 'scan.pdf', 1, 'application/pdf', 'cv', storage_key, 'local', id, id % 3 = 0
      from stored_files`);
    await migrate(database.owner);
    const { rows } = await client.query(`
      select review_state, is_approved, count(*)::int as count from documents group by 1, 2 order by 1`);
    expect(rows).toEqual([
      { review_state: "accepted", is_approved: true, count: 666 },
      { review_state: "waiting", is_approved: false, count: 1334 },
    ]);
    const reviews = await client.query("select from document_reviews");
    expect(reviews.rowCount).toBe(0);
  });

  it("leaves nothing of a step that fails, and goes on from there the next time", async () => {
    const broken = step(2, "create table second (); select 1 / 0");
    await expect(
      migrate(database.owner, [step(1, "create table first ()"), broken]),
    ).rejects.toThrow(/division by zero/);
    expect(await appliedNames()).toEqual(["0001_step"]);
    await migrate(database.owner, [
      step(1, "create table first ()"),
      step(2, "create table second ()"),
    ]);
    expect(await appliedNames()).toEqual(["0001_step", "0002_step"]);
  });
});
