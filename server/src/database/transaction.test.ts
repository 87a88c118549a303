import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runtime, setRuntime, type Runtime } from "#server/core/runtime.ts";
import { asOwner, createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { openDatabase, type DatabaseLimits, type OpenDatabase } from "./connection.ts";
import { isDatabaseUnavailable, sqlState, violatedUniqueKey } from "./errors.ts";
import { cases } from "./tables/cases.ts";
import { users } from "./tables/users.ts";
import { inTransaction } from "./transaction.ts";

let database: TestDatabase;
let opened: OpenDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  open();
});

afterEach(async () => {
  await opened.close();
  await database.remove();
});

const newCase = { caseId: "VU-2026-0001", title: "Jane Roe", nationality: "Lebanese" };

async function createCase(): Promise<number> {
  const [row] = await runtime.database.insert(cases).values(newCase).returning({ id: cases.id });
  return row!.id;
}

describe("a transaction", () => {
  it("leaves nothing behind when its work fails", async () => {
    const failing = inTransaction(async (tx) => {
      await tx.insert(cases).values(newCase);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await runtime.database.$count(cases)).toBe(0);
  });

  it("is tried again when two of them wait for each other", async () => {
    const first = await createCase();
    const [row] = await runtime.database
      .insert(cases)
      .values({ ...newCase, caseId: "VU-2026-0002" })
      .returning();
    const second = row!.id;
    let attempts = 0;
    const bothHaveOne = Promise.withResolvers<void>();
    let holding = 0;
    const change = (ids: [number, number]) =>
      inTransaction(async (tx) => {
        attempts += 1;
        await tx.update(cases).set({ title: "A" }).where(eq(cases.id, ids[0]));
        holding += 1;
        if (holding === 2) bothHaveOne.resolve();
        await bothHaveOne.promise;
        await tx.update(cases).set({ title: "B" }).where(eq(cases.id, ids[1]));
      });
    await asOwner(`alter database ${await currentDatabase()} set deadlock_timeout = '50ms'`);
    await reconnect();
    await Promise.all([change([first, second]), change([second, first])]);
    // Who tries again may overtake the other before it has woken up, and both wait once more.
    expect(attempts).toBeGreaterThan(2);
    const titles = await runtime.database.select({ title: cases.title }).from(cases);
    expect(titles.map(({ title }) => title).toSorted()).toEqual(["A", "B"]);
  });

  it("gives up after five attempts", async () => {
    let attempts = 0;
    const failing = inTransaction(async (tx) => {
      attempts += 1;
      await tx.execute(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
    });
    await expect(failing).rejects.toSatisfy((error) => sqlState(error) === "40001");
    expect(attempts).toBe(5);
  });

  it("fails as unavailable, at once and without harm to others, when its connection is cut", async () => {
    const cut = inTransaction(async (tx) => {
      await tx.insert(cases).values(newCase);
      await endOtherConnections();
      await tx.insert(cases).values({ ...newCase, caseId: "VU-2026-0002" });
    });
    await expect(cut).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await runtime.database.$count(cases)).toBe(0);
  });

  it("does not wait for a statement without end", async () => {
    await reconnect({ statementTimeoutMs: 300 });
    const slow = inTransaction((tx) => tx.execute(sql`select pg_sleep(30)`));
    await expect(slow).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await runtime.database.$count(cases)).toBe(0);
  });
});

describe("errors of the database", () => {
  it("say which unique key was violated, ignoring case", { tags: ["D-040", "D-105"] }, async () => {
    await createCase();
    const again = runtime.database.insert(cases).values({ ...newCase, caseId: "vu-2026-0001" });
    await expect(again).rejects.toSatisfy(
      (error) => violatedUniqueKey(error) === "cases_case_id_key",
    );
    const user = { email: "a@example.com", password: "hash" };
    await runtime.database.insert(users).values(user);
    const twice = runtime.database.insert(users).values({ ...user, email: "A@example.com" });
    await expect(twice).rejects.toSatisfy(
      (error) => violatedUniqueKey(error) === "users_email_key",
    );
  });

  it("tell a database that is away from a wrong request", async () => {
    const away = openDatabase({ connectionString: "postgres://nobody@127.0.0.1:1/none" });
    await expect(away.database.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseUnavailable);
    await away.close();
    await expect(runtime.database.execute(sql`select 1 / 0`)).rejects.not.toSatisfy(
      isDatabaseUnavailable,
    );
    expect(
      isDatabaseUnavailable(
        Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" }),
      ),
    ).toBe(false);
  });
});

describe("a changed row", () => {
  it("moves its time and its revision, and touching it moves the time alone", async () => {
    const id = await createCase();
    const [edited] = await runtime.database
      .update(cases)
      .set({ title: "John Roe" })
      .where(eq(cases.id, id))
      .returning();
    expect(edited).toMatchObject({ revision: 2, search: "john roe vu-2026-0001 lebanese" });
    const later = "2030-01-01T00:00:00.000Z";
    const [touched] = await runtime.database
      .update(cases)
      .set({ updatedAt: later })
      .where(eq(cases.id, id))
      .returning();
    expect(touched).toMatchObject({ revision: 2, updatedAt: later });
    expect(Date.parse(edited!.updatedAt)).toBeGreaterThanOrEqual(Date.parse(edited!.createdAt));
  });
});

async function currentDatabase(): Promise<string> {
  const { rows } = await runtime.database.execute<{ name: string }>(
    sql`select current_database() as name`,
  );
  return rows[0]!.name;
}

async function reconnect(limits?: Partial<DatabaseLimits>): Promise<void> {
  await opened.close();
  open(limits);
}

/** No statement is too slow for a busy machine, where slowness is not what a test is about. */
function open(limits?: Partial<DatabaseLimits>): void {
  opened = openDatabase(database.address, { statementTimeoutMs: 20_000, ...limits });
  setRuntime({ database: opened.database, pool: opened.pool } as Runtime);
}

async function endOtherConnections(): Promise<void> {
  const client = new pg.Client(database.address);
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
}
