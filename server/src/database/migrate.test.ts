import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "#testing/test-database.ts";
import { contract, migrate } from "./migrate.ts";
import { readMigration, readMigrations, type Migration } from "./migration-files.ts";

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

const released = [{ version: "0.1.0", last: 1 }];
const fileOf = (id: number, text: string) =>
  readMigration(`000${id}_step.sql`, text, released) satisfies Migration;

/** What the release after 0.1.0 brings: it adds a column, and later takes the old one away. */
const first = fileOf(1, "-- kind: expand\ncreate table bureaus (name text);\n");
const adding = fileOf(2, "-- kind: expand\nalter table bureaus add title text;\n");
const taking = fileOf(3, "-- kind: contract of 0002\nalter table bureaus drop name;\n");

describe("two releases on one database", () => {
  it("lets the release before start on what the next one has added", async () => {
    await migrate(database.owner, [first]);
    await migrate(database.owner, [first, adding, taking]);
    expect(await appliedNames()).toEqual(["0001_step", "0002_step"]);
    await expect(migrate(database.owner, [first])).resolves.toBeUndefined();
    const { rows } = await client.query("select * from schema_needs where migration = 2");
    expect(rows).toEqual([{ migration: 2, oldest_step: 1, oldest_version: "0.1.0" }]);
  });

  it("takes away what is not needed when it is asked to, and then refuses the release before by name", async () => {
    await migrate(database.owner, [first]);
    await migrate(database.owner, [first, adding]);
    expect(await contract(database.owner, [first, adding, taking])).toEqual(["0003_step"]);
    await expect(migrate(database.owner, [first])).rejects.toThrow(
      /newer version of the portal \(it has 0003_step, which needs version \d+\.\d+\.\d+ or newer\)/,
    );
    await expect(migrate(database.owner, [first, adding, taking])).resolves.toBeUndefined();
  });

  it("takes it away by itself in the release after", async () => {
    await migrate(database.owner, [first, adding]);
    const later = [...released, { version: "0.2.0", last: 3 }];
    const { statements } = taking;
    const out = readMigration("0003_step.sql", `-- kind: contract of 0002\n${statements}`, later);
    await migrate(database.owner, [first, adding, out]);
    expect(await appliedNames()).toEqual(["0001_step", "0002_step", "0003_step"]);
  });

  it("carries every step out in an empty database", async () => {
    await migrate(database.owner, [first, adding, taking]);
    expect(await appliedNames()).toEqual(["0001_step", "0002_step", "0003_step"]);
  });

  it(
    "gives a lock up after a second, lets the waiting writer through, and tries again",
    { tags: ["W-RUN-008"] },
    async () => {
      await migrate(database.owner, [first]);
      await client.query("insert into bureaus values ('old')");
      const reader = new pg.Client(database.owner);
      await reader.connect();
      await reader.query("begin; select * from bureaus");
      const migrating = migrate(database.owner, [first, adding]);
      const isWaiting = async () => {
        const { rowCount } = await client.query(
          "select from pg_locks where not granted and relation = 'bureaus'::regclass",
        );
        return Boolean(rowCount);
      };
      while (!(await isWaiting())) await client.query("select pg_stat_clear_snapshot()");
      const since = performance.now();
      await client.query("insert into bureaus values ('new')");
      expect(performance.now() - since).toBeLessThan(1500);
      expect(await appliedNames()).toEqual(["0001_step"]);
      await reader.query("commit");
      await reader.end();
      await migrating;
      expect(await appliedNames()).toEqual(["0001_step", "0002_step"]);
    },
  );

  it("builds an index while people write, also when it was interrupted before", async () => {
    await migrate(database.owner, [first]);
    await client.query("insert into bureaus values ('a'), ('a')");
    await expect(
      client.query("create unique index concurrently bureaus_name on bureaus (name)"),
    ).rejects.toThrow(/could not create unique index/);
    const alone = fileOf(
      2,
      "-- kind: expand, alone\n-- Names are looked up.\ncreate index concurrently if not exists bureaus_name on bureaus (name);\n",
    );
    // Two portals at once: the one that waits must not keep the index from being finished.
    await Promise.all([1, 2].map(() => migrate(database.owner, [first, alone])));
    const { rows } = await client.query(
      "select indisvalid from pg_index where indexrelid = 'bureaus_name'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it("keeps the sum of a step that is given its kind", () => {
    const bare = fileOf(1, "create table bureaus (name text);\n");
    expect(first.checksum).toBe(bare.checksum);
    expect(bare.needs).toEqual({ step: 1, version: "0.1.0" });
  });
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

  it(
    "gives events back the number of a person whose account was deleted before",
    { tags: ["D-187"] },
    async () => {
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
    },
  );

  it(
    "knows of old documents whether they were approved, and of no decision",
    { tags: ["W-REV-001"] },
    async () => {
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
    },
  );

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
