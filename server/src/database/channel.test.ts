import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runtime, setRuntime, type Runtime } from "#server/core/runtime.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { listen, notifyAll, openChannels, type Channels } from "./channel.ts";
import { openDatabase, type OpenDatabase } from "./connection.ts";
import { inTransaction } from "./transaction.ts";

let database: TestDatabase;
let opened: OpenDatabase;
let channels: Channels;

beforeEach(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.address);
  channels = openChannels(database.address);
  setRuntime({ database: opened.database, pool: opened.pool, channels } as Runtime);
});

afterEach(async () => {
  await channels.close();
  await opened.close();
  await database.remove();
});

async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 250 && !condition(); attempt += 1) await pause(20);
  expect(condition()).toBe(true);
}

describe("a channel", () => {
  it("tells what a transaction says when it commits, and nothing of one that fails", async () => {
    const heard: string[] = [];
    await listen("news", (payload) => heard.push(payload)).ready;
    await inTransaction(async (tx) => {
      await notifyAll(tx, "news", ["never"]);
      throw new Error("no");
    }).catch(() => undefined);
    await inTransaction(async (tx) => {
      await notifyAll(tx, "news", ["once"]);
      await notifyAll(tx, "other", ["elsewhere"]);
    });
    await until(() => heard.length > 0);
    expect(heard).toEqual(["once"]);
  });

  it("is quiet after it was left, and others still hear", async () => {
    const left: string[] = [];
    const stayed: string[] = [];
    const subscription = listen("news", (payload) => left.push(payload));
    await Promise.all([
      subscription.ready,
      listen("news", (payload) => stayed.push(payload)).ready,
    ]);
    subscription.stop();
    await notifyAll(runtime.database, "news", ["late"]);
    await until(() => stayed.length > 0);
    expect(left).toEqual([]);
  });

  it("is found again when its connection is lost, and says that something may have been missed", async () => {
    const heard: string[] = [];
    let reconnects = 0;
    await listen(
      "news",
      (payload) => heard.push(payload),
      () => {
        reconnects += 1;
      },
    ).ready;
    const client = new pg.Client(database.address);
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal channels' and datname = current_database()",
    );
    await client.end();
    await until(() => reconnects === 1);
    await notifyAll(runtime.database, "news", ["back"]);
    await until(() => heard.length > 0);
    expect(heard).toEqual(["back"]);
  });
});
