import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { sessionApi } from "contract/session";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { asOwner } from "#testing/test-database.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

/** Something that nobody has foreseen: a table is not where it was. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await asOwner(`alter table ${table} rename to ${table}_elsewhere`);
  try {
    await work();
  } finally {
    await asOwner(`alter table ${table}_elsewhere rename to ${table}`);
  }
}

describe("a fault of the portal itself", () => {
  it("is a 500 that names the request and nothing else", { tags: ["asvs-120"] }, async () => {
    const admin = await portal.as(await buildAdmin());
    await without("cases", async () => {
      const { status, body } = await admin.send(casesApi.list);
      expect(status).toBe(500);
      expect(body).toEqual({
        message: "Something went wrong",
        code: "server.failed",
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      });
    });
    expect((await admin.send(casesApi.list)).status).toBe(200);
  });

  it("lets nobody in, wherever in the sign-in it happens", { tags: ["asvs-120"] }, async () => {
    const admin = await portal.as(await buildAdmin());
    for (const table of ["sessions", "users"]) {
      await without(table, async () => {
        expect((await admin.send(sessionApi.getUser)).status).toBe(500);
        expect((await admin.send(casesApi.list)).status).toBe(500);
      });
    }
  });
});

describe("a disk of the database that is full", () => {
  it(
    "is a 507 to whoever changes something, and nothing to whoever reads",
    { tags: ["reliability-6"] },
    async () => {
      const admin = await portal.as(await buildAdmin());
      const { id } = await buildCase();
      await asOwner(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
      await asOwner("create trigger full_disk before insert on comments execute function refuse()");
      const message = { params: { id }, body: { message: "Is there room?" } };
      expect(await admin.send(commentsApi.create, message)).toMatchObject({
        status: 507,
        body: { code: "storage.full", message: expect.stringMatching(/^There is no space left/) },
      });
      expect((await admin.send(commentsApi.list, { params: { id } })).status).toBe(200);
      await asOwner("drop trigger full_disk on comments");
      expect((await admin.send(commentsApi.create, message)).status).toBe(201);
    },
  );
});
