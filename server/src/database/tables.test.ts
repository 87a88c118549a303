import { readdirSync } from "node:fs";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.owner);
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.remove();
});

type StoredColumn = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
};

const byText = (a = "", b = "") => (a < b ? -1 : Number(a > b));

async function loadTables(): Promise<PgTable[]> {
  const directory = new URL("./tables/", import.meta.url);
  const files = readdirSync(directory).filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, directory).href) as Promise<object>),
  );
  return modules.flatMap((module) => Object.values(module).filter((value) => is(value, PgTable)));
}

/** As PostgreSQL itself writes them. */
function plainType(type: string): string {
  return type
    .replace(/^varchar/, "character varying")
    .replace(/\s*\(/, "(")
    .replace(/,\s+/, ",");
}

describe("tables in TypeScript and in the database", () => {
  it("have the same columns, types and defaults, and all of them", async () => {
    const casing = new CasingCache("snake_case");
    const declared = (await loadTables()).flatMap((table) =>
      Object.values(getTableColumns(table)).map((column): StoredColumn => ({
        table: getTableName(table),
        column: casing.getColumnCasing(column),
        type: plainType(column.getSQLType()),
        nullable: !column.notNull,
        hasDefault: column.hasDefault || column.generated !== undefined,
      })),
    );
    const { rows: stored } = await client.query<StoredColumn>(`
      select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
        not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as "hasDefault"
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and c.relname not in ('schema_migrations', 'schema_needs')`);
    const inOrder = (columns: StoredColumn[]) =>
      columns
        .map((column) => JSON.stringify({ ...column, type: plainType(column.type) }))
        .toSorted(byText);
    expect(inOrder(declared)).toEqual(inOrder(stored));
  });

  it("allow the same values", async () => {
    const casing = new CasingCache("snake_case");
    const { rows: checks } = await client.query<{ table: string; definition: string }>(
      "select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'",
    );
    for (const table of await loadTables()) {
      for (const column of Object.values(getTableColumns(table))) {
        // The status history keeps codes of statuses that may be retired one day.
        if (column.enumValues === undefined || getTableName(table) === "case_status_history")
          continue;
        const name = casing.getColumnCasing(column);
        const own = checks.find(
          (check) =>
            check.table === getTableName(table) &&
            new RegExp(`\\(\\(${name} = ANY`).test(check.definition),
        );
        const values = [...(own?.definition ?? "").matchAll(/'([^']*)'/g)].map((match) => match[1]);
        expect(values.toSorted(byText), `${getTableName(table)}.${name}`).toEqual(
          column.enumValues.toSorted(byText),
        );
      }
    }
  });

  it("find every foreign key by an index", async () => {
    const { rows } = await client.query<{ key: string }>(`
      select k.conrelid::regclass || '.' || a.attname as key
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
        select 1 from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`);
    expect(rows).toEqual([]);
  });
});
