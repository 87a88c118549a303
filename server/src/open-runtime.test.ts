import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { loadConfig } from "#server/config/config.ts";
import { createTestDatabase, databaseAt, urlOf } from "#testing/test-database.ts";
import { StartError } from "./core/start-error.ts";
import { openRuntime } from "./open-runtime.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "portal-runtime-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function asAdministrator(...statements: string[]): Promise<void> {
  const client = new pg.Client(inject("testCluster").owner);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function refusalOf(settings: Record<string, string>): Promise<string> {
  const keys = { SECRET_KEY: KEY, FILES_KEY: KEY, DATA_DIR: directory, LOG_LEVEL: "silent" };
  const refused: unknown = await openRuntime(loadConfig({ ...keys, ...settings })).then(
    (opened) => opened.close(),
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(StartError);
  return (refused as StartError).message;
}

describe("a start without the rights it needs says so in one sentence", () => {
  it("when a role is no owner, or may not hand over to the other", async () => {
    const name = `rights_${randomUUID().replaceAll("-", "")}`;
    const [owner, role] = [`owner_${name}`, `role_${name}`];
    await asAdministrator(
      `create role ${owner} login password '-'`,
      `create role ${role} login password '-'`,
      `create database ${name} owner ${owner}`,
    );
    const urlAs = (user: string) => {
      const url = new URL(urlOf(databaseAt(inject("testCluster").owner, name)));
      return Object.assign(url, { username: user, password: "-" }).href;
    };
    const remedy = /make it the owner .* as "Two roles there" in docs\/operations\.md shows\.$/;
    try {
      const stranger = await refusalOf({ DATABASE_URL: urlAs(role) });
      expect(stranger).toMatch(/^The role of DATABASE_URL lacks rights in the database at /);
      expect(stranger).toMatch(remedy);
      const both = { DATABASE_URL: urlAs(role), DATABASE_OWNER_URL: urlAs(owner) };
      const alone = await refusalOf(both);
      expect(alone).toMatch(/^The role of DATABASE_OWNER_URL lacks rights .*SET ROLE/);
      expect(alone).toMatch(remedy);
    } finally {
      await asAdministrator(
        `drop database ${name} with (force)`,
        `drop role ${owner}`,
        `drop role ${role}`,
      );
    }
  });

  it("when the place of the files is not writable", async () => {
    const database = await createTestDatabase();
    writeFileSync(join(directory, "files"), "");
    const sentence = await refusalOf({
      DATABASE_URL: urlOf(database.address),
      DATABASE_OWNER_URL: urlOf(database.owner),
    });
    expect(sentence).toMatch(
      /^DATA_DIR: .*files cannot be written to \(E\w+\): give it to the account that the portal runs as\.$/,
    );
    await database.remove();
  });
});
