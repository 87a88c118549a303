import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { roles } from "contract/session";
import { type User, usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { users, type UserRow } from "#server/database/tables/users.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { foldNames } from "./name-keys.jobs.ts";

let portal: TestApp;
let admin: UserRow;
let asAdmin: TestClient;

beforeAll(async () => {
  portal = await openTestApp();
});
beforeEach(async () => {
  await runtime.database.delete(users);
  admin = await buildAdmin({ firstName: "Zz", lastName: "Admin", email: "zz@bureau.example" });
  asAdmin = await portal.as(admin);
});
afterAll(() => portal.close());

type Query = NonNullable<Parameters<typeof asAdmin.call<typeof usersApi.page>>[1]>["query"];
const page = (query: Query = {}) => asAdmin.call(usersApi.page, { query });
const firstNames = async (query?: Query) =>
  (await page(query)).rows.map(({ firstName }) => firstName);

async function everyPage(query: Query): Promise<User[]> {
  const all: User[] = [];
  for (let after: string | undefined, isOver = false; !isOver;) {
    const { rows, next } = await page({ ...query, after });
    all.push(...rows);
    after = next ?? undefined;
    isOver = next === null;
  }
  return all;
}

describe("a page of users", () => {
  it("stands in the order of names as they are read, those of one name by number", async () => {
    for (const firstName of ["bert", "Zoë", "Émile", "Anna", "Carl"])
      await buildUser({ firstName, lastName: "Same" });
    await buildUser({ firstName: "Carl", lastName: "Same" });
    await foldNames();
    expect(await firstNames()).toEqual(["Anna", "bert", "Carl", "Carl", "Émile", "Zoë", "Zz"]);
    const [first, second] = (await page({ q: "carl" })).rows;
    expect(first?.id).toBeLessThan(second?.id ?? 0);
  });

  it("goes on behind its last row, also among equal and long names, and holds each user once", async () => {
    for (let count = 0; count < 7; count += 1) await buildUser({ firstName: "Equal" });
    for (const end of ["a", "b", "c"])
      await buildUser({ firstName: `${"Long ".repeat(12)}${end}`, lastName: "" });
    const whole = await page({ limit: "100" });
    expect(whole).toMatchObject({ next: null });
    expect(whole.rows).toHaveLength(11);
    for (const limit of ["1", "3", "11"]) expect(await everyPage({ limit })).toEqual(whole.rows);
    const { next } = await page({ limit: "3" });
    await buildUser({ firstName: "Aaron" });
    expect((await page({ limit: "3", after: next ?? "" })).rows).toEqual(whole.rows.slice(3, 6));
  });

  it("holds twenty unless asked otherwise, and from one to a hundred", async () => {
    for (let count = 0; count < 25; count += 1) await buildUser();
    expect((await page()).rows).toHaveLength(20);
    expect((await page({ limit: "1" })).rows).toHaveLength(1);
    for (const limit of ["0", "101", "-1", "2.5", "many"])
      expect((await asAdmin.send(usersApi.page, { query: { limit } })).status, limit).toBe(400);
    for (const after of ["nonsense", "", "W10"])
      expect((await asAdmin.send(usersApi.page, { query: { after } })).status, after).toBe(400);
  });

  it("finds by any part of the name, the address or what the role is called, folded, and nothing by signs", async () => {
    await buildUser({ firstName: "José", lastName: "Haddad", email: "jh@family.example" });
    await buildUser({ firstName: "أحمد", lastName: "المنصوري", email: "am@family.example" });
    await buildUser({
      firstName: "Ada",
      lastName: "Sum",
      email: "a_s@books.example",
      role: "accountant",
    });
    await foldNames();
    expect(await firstNames({ q: "jose had" })).toEqual(["José"]);
    expect(await firstNames({ q: "احمد" })).toEqual(["أحمد"]);
    expect(await firstNames({ q: "FAMILY.example" })).toEqual(["José", "أحمد"]);
    expect(await firstNames({ q: "accountan" })).toEqual(["Ada"]);
    expect(await firstNames({ q: "a_s" })).toEqual(["Ada"]);
    for (const q of ["%", "\\", "a%s", "zzz"]) expect(await firstNames({ q }), q).toEqual([]);
    expect(await firstNames({ q: "  " })).toHaveLength(4);
  });

  it(
    "finds somebody by any part of his name or address, from his first moment on",
    { tags: ["W-LST-046"] },
    async () => {
      const wanda = await buildUser({ firstName: "Wanda", lastName: "Waiting" });
      await buildAdmin({ firstName: "Wanda", lastName: "Admin" });
      const found = async (q: string) => {
        const { rows } = await asAdmin.call(usersApi.page, { query: { q, assignable: "true" } });
        return rows.map(({ id }) => id);
      };
      expect(await found("NDA wait")).toEqual([wanda.id]);
      expect(await found(wanda.email.slice(1))).toEqual([wanda.id]);
      expect(await found("Admin")).toEqual([]);
    },
  );

  it("is narrowed to a role, and to those to whom a case can be assigned", async () => {
    for (const role of ["agent", "client", "accountant"] as const)
      await buildUser({ firstName: role, role });
    await buildUser({ firstName: "both", role: "agent", isAdmin: true });
    expect(await firstNames({ role: "agent" })).toEqual(["agent", "both"]);
    expect(await firstNames({ assignable: "true" })).toEqual(["accountant", "agent", "client"]);
    expect(await firstNames({ assignable: "true", role: "agent", q: "age" })).toEqual(["agent"]);
    expect((await asAdmin.send(usersApi.page, { query: { role: "boss" as never } })).status).toBe(
      400,
    );
  });

  it("says of each what the list of users says", async () => {
    await buildUser({ firstName: "Anna" });
    const whole = await asAdmin.call(usersApi.list);
    const byId = (a: User, b: User) => a.id - b.id;
    expect((await page()).rows.toSorted(byId)).toEqual(whole.toSorted(byId));
  });

  it("is for admins alone", async () => {
    await portal.visitor().refused(401, usersApi.page, { query: {} });
    for (const role of roles.filter((each) => each !== "admin")) {
      const client = await portal.as(await buildUser({ role }));
      await client.refused(403, usersApi.page, { query: {} });
    }
  });
});
