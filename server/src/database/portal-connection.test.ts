import { eq, sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Runtime, runtime, setRuntime } from "#server/core/runtime.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { type Executor, openDatabase, type OpenDatabase } from "./connection.ts";
import { sqlState } from "./errors.ts";
import type { PortalConnection } from "./portal-connection.ts";
import { readTogether } from "./read-together.ts";
import { forgetStatements, nameOfStatement } from "./statement-names.ts";
import { cases } from "./tables/cases.ts";
import { inTransaction, writeAtEnd } from "./transaction.ts";

let database: TestDatabase;
let opened: OpenDatabase;
let caseId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.address, { statementTimeoutMs: 20_000 });
  setRuntime({ database: opened.database, pool: opened.pool } as Runtime);
  const family = { caseId: "VU-2026-0001", title: "Before", nationality: "Lebanese" };
  const [row] = await runtime.database.insert(cases).values(family).returning({ id: cases.id });
  caseId = row!.id;
});
afterAll(async () => {
  await opened.close();
  await database.remove();
});

describe("what is asked together", () => {
  it("is answered in its order, also while the transaction has not begun", async () => {
    const [, [found]] = await inTransaction((tx) =>
      Promise.all([
        tx.update(cases).set({ title: "After" }).where(eq(cases.id, caseId)),
        tx.select({ title: cases.title }).from(cases).where(eq(cases.id, caseId)),
      ]),
    );
    expect(found).toEqual({ title: "After" });
  });

  it("fails with what failed first, and leaves nothing behind", async () => {
    const failing = inTransaction((tx) =>
      Promise.all([
        tx.update(cases).set({ title: "Lost" }).where(eq(cases.id, caseId)),
        tx.execute(sql`select 1 / 0`),
        tx.select().from(cases),
      ]),
    );
    await expect(failing).rejects.toSatisfy((error) => sqlState(error) === "22012");
    const [row] = await runtime.database.select().from(cases);
    expect(row?.title).not.toBe("Lost");
  });
});

describe("a statement that comes again", () => {
  it("is prepared, once for its connection", async () => {
    const prepared = await readTogether(async (executor) => {
      for (let time = 0; time < 3; time += 1)
        await executor.execute(sql`select ${time}::integer as often`);
      return executor.execute(
        sql`select statement from pg_prepared_statements where statement like '%as often%'`,
      );
    });
    expect(prepared.rows).toEqual([{ statement: "select $1::integer as often" }]);
  });

  it("is described once it is prepared, and never again", async () => {
    const client = await runtime.pool.connect();
    let descriptions = 0;
    (client as pg.PoolClient & PortalConnection).connection.on(
      "rowDescription",
      () => (descriptions += 1),
    );
    const answers = [];
    for (let time = 0; time < 4; time += 1)
      answers.push(...(await client.query("select $1::integer as told", [time])).rows);
    client.release();
    expect(answers).toEqual([{ told: 0 }, { told: 1 }, { told: 2 }, { told: 3 }]);
    // The first time it is not prepared yet.
    expect(descriptions).toBe(2);
  });

  it("is refused, and not read as it was before, when a column has changed meanwhile", async () => {
    const client = await runtime.pool.connect();
    await client.query("create temporary table changing as select 1 as first");
    for (let time = 0; time < 3; time += 1) await client.query("select * from changing");
    await client.query("alter table changing rename first to second");
    await expect(client.query("select * from changing")).rejects.toMatchObject({ code: "0A000" });
    client.release(true);
  });
});

describe("the names of statements", () => {
  const textOf = (index: number) => `select ${index} as numbered`;

  it("are a thousand at most, and begin anew with other connections", () => {
    forgetStatements();
    for (let index = 0; index < 1001; index += 1)
      for (let time = 0; time < 2; time += 1) nameOfStatement(textOf(index));
    const last = nameOfStatement(textOf(999));
    expect(last).toMatch(/^portal_\d+$/);
    expect(nameOfStatement(textOf(1000))).toBeUndefined();

    forgetStatements();
    expect(nameOfStatement(textOf(999))).toBeUndefined();
    expect(nameOfStatement(textOf(999))).toMatch(/^portal_\d+$/);
    expect(nameOfStatement(textOf(999))).not.toBe(last);
  });
});

describe("what is written at the end", () => {
  const written: string[][] = [];
  const note = async (_tx: Executor, items: readonly string[]) => void written.push([...items]);

  it("is written together, after the work, and not at all when that fails", async () => {
    await inTransaction(async (tx) => {
      await writeAtEnd(tx, note, "one");
      await writeAtEnd(tx, note, "two");
      expect(written).toEqual([]);
    });
    expect(written).toEqual([["one", "two"]]);
    const failing = inTransaction(async (tx) => {
      await writeAtEnd(tx, note, "three");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await writeAtEnd(runtime.database, note, "at once");
    expect(written).toEqual([["one", "two"], ["at once"]]);
  });
});
