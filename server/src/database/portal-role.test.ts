/** The role that the portal works as: what it may not do. What it may is proven by every other test, which works as it. */
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { verifyChain } from "#server/audit/verify-chain.ts";
import { loadConfig } from "#server/config/config.ts";
import { runtime } from "#server/core/runtime.ts";
import type { DatabaseAddress } from "#server/database/connection.ts";
import { openEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate, prepareDatabase } from "#server/database/migrate.ts";
import { readMigrations } from "#server/database/migration-files.ts";
import { cases } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { openRuntime } from "#server/open-runtime.ts";
import { buildEvent } from "#testing/factories/activity.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildUser } from "#testing/factories/users.ts";
import { temporaryBase } from "#testing/temporary-base.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { asOwner, databaseAt, ownerAddress, urlOf } from "#testing/test-database.ts";

const auditTables = ["case_events", "security_events", "audit_chain"];
const KEY = Buffer.alloc(32, 7).toString("base64");
const later = defineJob("test.later", {}, async () => undefined);
const DENIED = { code: "42501" };

async function query(address: DatabaseAddress, statement: string) {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe("the role of the portal", () => {
  let portal: TestApp;
  beforeAll(async () => {
    portal = await openTestApp();
    const person = await buildUser();
    await buildEvent({ actorId: person.id });
    await recordSecurityEvent(runtime.database, { kind: "signin.succeeded", userId: person.id });
  });
  afterAll(() => portal.close());

  it.each(auditTables)(
    "cannot change, empty, bend or drop %s",
    { tags: ["asvs-102", "asvs-119"] },
    async (table) => {
      const refused = [
        `update ${table} set created_at = now()`,
        `delete from ${table}`,
        `truncate ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} add column more text`,
        `drop table ${table} cascade`,
        `create trigger mine before insert on ${table} for each row execute function touch_row()`,
        `create rule mine as on insert to ${table} do instead nothing`,
        `select * from ${table} for update`,
      ];
      for (const statement of refused)
        await expect(runtime.pool.query(statement), statement).rejects.toMatchObject(DENIED);
      expect(
        await runtime.database.$count(runtime.database.select().from(users).as("people")),
      ).toBe(1);
    },
  );

  it(
    "cannot write into the chain but by an event, nor borrow what its triggers may",
    { tags: ["asvs-102"] },
    async () => {
      const refused = [
        "insert into audit_chain select * from audit_chain",
        "select append_to_audit_chain(link) from audit_chain link",
        "select chain_event('case_events', '{}', now())",
        "create temp table case_events (id integer); create trigger mine after insert on pg_temp.case_events for each row execute function record_in_audit_chain()",
      ];
      for (const statement of refused)
        await expect(runtime.pool.query(statement), statement).rejects.toMatchObject(DENIED);
    },
  );

  it(
    "cannot alter or drop any table, make one, or become somebody else",
    { tags: ["asvs-102"] },
    async () => {
      const { rows } = await runtime.pool.query<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public'",
      );
      expect(rows.length).toBeGreaterThan(30);
      const refused = [
        ...rows.flatMap(({ name }) => [
          `alter table ${name} add more text`,
          `drop table ${name} cascade`,
        ]),
        "create table mine ()",
        "drop schema public cascade",
        "create or replace function audit_link_hash(bytea, audit_chain) returns bytea language sql as 'select null::bytea'",
        "drop function record_in_audit_chain() cascade",
        "set session_replication_role = replica",
        "set role portal",
        "set session authorization portal",
        "create role mine superuser",
        "copy users to program 'cat'",
      ];
      for (const statement of refused)
        await expect(runtime.pool.query(statement), statement).rejects.toMatchObject(DENIED);
      await runtime.pool.query("reset role; reset session authorization");
      await expect(runtime.pool.query("delete from case_events")).rejects.toMatchObject(DENIED);
    },
  );

  it("still lets events go with an erased case, and accounts without a trace but the link", async () => {
    const person = await buildUser();
    const caseFile = await buildCase();
    await buildEvent({ caseId: caseFile.id, actorId: person.id });
    await runtime.database.delete(users).where(eq(users.id, person.id));
    await runtime.database.delete(cases).where(eq(cases.id, caseFile.id));
    expect(await verifyChain()).toMatchObject({ broken: null });
  });

  it("gets its rights back when somebody has changed them, and is refused where it owns the tables", async () => {
    const { user: role } = runtime.pool.options as { user: string };
    await asOwner(`grant all on case_events to ${role}; revoke select on cases from ${role}`);
    await prepareDatabase(ownerAddress(), role);
    await runtime.pool.query("select from cases");
    await expect(runtime.pool.query("delete from case_events")).rejects.toMatchObject(DENIED);
    const [owner] = await query(ownerAddress(), "select current_user as name");
    await expect(prepareDatabase(ownerAddress(), String(owner?.["name"]))).rejects.toThrow(
      /^The role "\w+" of DATABASE_URL may do more than the portal should/,
    );
  });
});

describe("a database from before the role", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(temporaryBase(), "portal-role-"));
    chmodSync(directory, 0o755);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it("in a data directory goes on with all that is in it, its queue of jobs too", async () => {
    const settings = { DATA_DIR: directory, LOG_LEVEL: "silent" };
    const embedded = await openEmbeddedPostgres(directory);
    await migrate(
      embedded.owner,
      readMigrations().filter(({ id }) => id < 7),
    );
    await query(
      embedded.owner,
      "insert into users (email, password) values ('first@example.com', '-')",
    );
    await query(embedded.owner, "drop role portal_runtime; create schema jobs");
    await embedded.close();
    for (let start = 1; start <= 2; start += 1) {
      const opened = await openRuntime(loadConfig(settings));
      expect(await runtime.database.select({ email: users.email }).from(users)).toEqual([
        { email: "first@example.com" },
      ]);
      await expect(runtime.pool.query("alter table users add more text")).rejects.toMatchObject(
        DENIED,
      );
      await opened.close();
    }
  });

  it(
    "elsewhere is prepared by an owner without special rights, and handed over when the portal gets a role",
    { tags: ["asvs-102"] },
    async () => {
      const name = `elsewhere_${randomUUID().replaceAll("-", "")}`;
      const [owner, role] = [`owner_${name}`, `role_${name}`];
      const cluster = inject("testCluster").owner;
      await query(
        cluster,
        `create role ${owner} login password '-'; create role ${role} login password '-'`,
      );
      await query(cluster, `grant ${role} to ${owner}`);
      await query(cluster, `create database ${name} owner ${owner}`);
      const urlAs = (user: string) => {
        const url = new URL(urlOf(databaseAt(cluster, name)));
        return Object.assign(url, { username: user, password: "-" }).href;
      };
      const keys = { SECRET_KEY: KEY, FILES_KEY: KEY, DATA_DIR: directory, LOG_LEVEL: "silent" };
      const alone = { ...keys, DATABASE_URL: urlAs(owner) };
      const both = { ...keys, DATABASE_URL: urlAs(role), DATABASE_OWNER_URL: urlAs(owner) };
      try {
        for (const settings of [alone, both, both]) {
          const opened = await openRuntime(loadConfig(settings));
          await buildEvent();
          await inTransaction((tx) => later.enqueue(tx, {}));
          if (settings === both)
            await expect(runtime.pool.query("delete from case_events")).rejects.toMatchObject(
              DENIED,
            );
          expect(await verifyChain()).toMatchObject({ broken: null });
          await opened.close();
        }
        const same = { ...alone, DATABASE_OWNER_URL: urlAs(owner) };
        await expect(openRuntime(loadConfig(same))).rejects.toThrow(/may do more than the portal/);
      } finally {
        await query(cluster, `drop database ${name} with (force)`);
        await query(cluster, `drop role ${owner}, ${role}`);
      }
    },
  );
});
