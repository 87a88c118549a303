import { zstdDecompressSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi, type ListedCase } from "contract/cases";
import { runtime } from "#server/core/runtime.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { readInPieces, selectVisibleIds } from "./long-case-list.queries.ts";

const CASES = 2_500;
let portal: TestApp;
let admin: TestClient;
let agent: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  const [boss, adviser] = [await buildAdmin(), await buildUser({ role: "agent" })];
  admin = await portal.as(boss);
  agent = await portal.as(adviser);
  const model = await buildCase({ assignedTo: [adviser], createdBy: boss.id });
  await runtime.database.execute(sql`
    insert into cases (case_id, title, nationality, citizenship_program, created_by, updated_at)
    select 'LONG-' || n, 'Family ' || n, nationality, citizenship_program, created_by,
      now() - (n % 700) * interval '1 hour'
    from cases, generate_series(1, ${CASES - 1}) n where id = ${model.id}`);
  await runtime.database.execute(sql`
    insert into case_assignments (case_id, user_id) select id, ${adviser.id} from cases
    where id % 2 = 0 and id <> ${model.id}`);
  await buildComment({ caseId: model.id });
});
afterAll(() => portal.close());

const ask = (headers: Record<string, string> = {}) =>
  admin.request({ method: "GET", url: "/api/cases", headers });

describe("the list of a large portal", () => {
  it(
    "is whole and in its order, and read a thousand at a time",
    { tags: ["W-LST-041"] },
    async () => {
      const listed = await admin.call(casesApi.list);
      expect(listed).toHaveLength(CASES);
      const order = (one: ListedCase, other: ListedCase) =>
        other.updatedAt.localeCompare(one.updatedAt) || other.id - one.id;
      expect(listed).toEqual(listed.toSorted(order));
      const single = await admin.call(casesApi.get, {
        params: { caseId: listed[1_700]?.caseId ?? "" },
      });
      expect(listed[1_700]).toEqual({ ...single.case, unreadCount: 0, readiness: null });
      expect(listed.filter(({ unreadCount }) => unreadCount === 1)).toHaveLength(1);
      const sizes: number[] = [];
      const reader = { kind: "user", id: 1, isAdmin: true } as never;
      for await (const piece of readInPieces(reader, await selectVisibleIds(reader)))
        sizes.push(piece.length);
      expect(sizes).toEqual([1_000, 1_000, 500]);
    },
  );

  it("holds the assigned cases of everybody else", async () => {
    const listed = await agent.call(casesApi.list);
    expect(listed.length).toBeGreaterThan(1_200);
    expect(listed.every(({ assignedUsers }) => assignedUsers.length === 1)).toBe(true);
  });

  it("answers six at once of one caller, all the same", { tags: ["W-LST-042"] }, async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ bytes }) => String(bytes))).size).toBe(1);
    expect(JSON.parse(String(answers[0]?.bytes))).toHaveLength(CASES);
  });

  it("is packed for whoever can unpack it, and not sent again to whoever has it", async () => {
    const plain = await ask({ "accept-encoding": "identity" });
    const packed = await ask({ "accept-encoding": "zstd" });
    expect(packed.headers["content-encoding"]).toBe("zstd");
    expect(String(zstdDecompressSync(packed.bytes))).toBe(String(plain.bytes));
    expect(packed.headers.etag).toBe(plain.headers.etag);
    const has = { "if-none-match": plain.headers.etag ?? "" };
    expect((await ask(has)).status).toBe(304);

    for (const change of [
      sql`update cases set description = 'x' where case_id = 'LONG-7'`,
      sql`delete from case_assignments where id = (select max(id) from case_assignments)`,
      sql`update users set last_name = 'Another' where id = (select min(id) from users)`,
    ]) {
      const before = { "if-none-match": (await ask()).headers.etag ?? "" };
      await runtime.database.execute(change);
      expect((await ask(before)).status).toBe(200);
    }
  });
});
