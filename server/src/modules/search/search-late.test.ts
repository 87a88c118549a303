import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { hitsOf, search } from "#testing/search.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { fillSearch } from "./search.jobs.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp({ limits: { searchTimeoutMs: 150 } });
});
afterAll(() => portal.close());

it(
  "shows what was found in time, and says which kinds were late",
  { tags: ["W-FND-014"] },
  async () => {
    await buildApplicant({ fullName: "Waiting Person" });
    await buildComment({ message: "Waiting for the bank" });
    await fillSearch();
    const admin = await portal.as(await buildAdmin());
    const inTime = await search(admin, "waiting");
    expect(hitsOf(inTime, "message")).toHaveLength(1);
    const holder = new pg.Client(runtime.pool.options as pg.ClientConfig);
    await holder.connect();
    await holder.query("begin");
    await holder.query("lock table comments in access exclusive mode");
    const held = await search(admin, "waiting");
    await holder.end();
    expect(held.kinds.filter(({ late }) => late).map(({ kind }) => kind)).toEqual(["message"]);
    expect(hitsOf(held, "person")).toHaveLength(1);
    expect((await search(admin, "waiting")).kinds.filter(({ late }) => late)).toEqual([]);
  },
);

it("asks three statements, whatever is found", { tags: ["W-LST-052"] }, async () => {
  const admin = await portal.as(await buildAdmin());
  const statements = vi.spyOn(runtime.searchPool, "query");
  await search(admin, "waiting");
  expect(statements.mock.calls.length).toBeLessThanOrEqual(3);
  statements.mockRestore();
});
