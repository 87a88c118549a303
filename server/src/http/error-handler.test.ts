import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { sessionApi } from "contract/session";
import { runtime } from "#server/runtime.ts";
import { buildAdmin } from "#server/testing/factories/users.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

/** Something that nobody has foreseen: a table is not where it was. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await runtime.pool.query(`alter table ${table} rename to ${table}_elsewhere`);
  try {
    await work();
  } finally {
    await runtime.pool.query(`alter table ${table}_elsewhere rename to ${table}`);
  }
}

describe("a fault of the portal itself", () => {
  it("is a 500 that names the request and nothing else [asvs 120]", async () => {
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

  it("lets nobody in, wherever in the sign-in it happens [asvs 120]", async () => {
    const admin = await portal.as(await buildAdmin());
    for (const table of ["sessions", "users"]) {
      await without(table, async () => {
        expect((await admin.send(sessionApi.getUser)).status).toBe(500);
        expect((await admin.send(casesApi.list)).status).toBe(500);
      });
    }
  });
});
