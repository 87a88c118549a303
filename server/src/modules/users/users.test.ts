import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { sessionApi } from "contract/session";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { comments } from "#server/database/tables/comments.ts";
import { trustedDevices } from "#server/database/tables/trusted-devices.ts";
import { users, type UserRow } from "#server/database/tables/users.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { lastMailTo } from "#testing/mails.ts";
import { buildMember, hashCheaply, signInWithCode } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
let admin: UserRow;
let asAdmin: TestClient;

beforeAll(async () => {
  hashCheaply();
  portal = await openTestApp();
});
beforeEach(async () => {
  await runtime.database.delete(users);
  admin = await buildAdmin();
  asAdmin = await portal.as(admin);
});
afterAll(() => portal.close());

function nameAndRole(user: UserRow, changes: Partial<UserRow> = {}) {
  const { firstName, lastName, email, role } = { ...user, ...changes };
  return { firstName, lastName, email, role };
}

async function rowOf(user: UserRow): Promise<UserRow | undefined> {
  const [row] = await runtime.database.select().from(users).where(eq(users.id, user.id));
  return row;
}

describe("the list of users", () => {
  it(
    "holds everyone, admins included, by name, and nothing secret",
    { tags: ["CI-DLG-057", "D-119", "asvs-109"] },
    async () => {
      await buildUser({ firstName: "Zoë", lastName: "Last" });
      await buildUser({ firstName: "bert", lastName: "Second" });
      const list = await asAdmin.call(usersApi.list);
      expect(list.map((user) => user.firstName)).toEqual(["Ada", "bert", "Zoë"]);
      expect(JSON.stringify(list)).not.toContain("password");
    },
  );

  it.each(["agent", "client", "accountant"] as const)(
    "is refused to an %s with the given text",
    { tags: ["D-106"] },
    async (role) => {
      const browser = await portal.as(await buildUser({ role }));
      const refusal = await browser.refused(403, usersApi.list);
      expect(refusal.message).toBe("Admin access required");
    },
  );
});

describe("changing a user", () => {
  it("saves names, address and role", { tags: ["I-USER-022", "I-USER-021"] }, async () => {
    const user = await buildUser();
    const body = {
      firstName: " Nora ",
      lastName: "New",
      email: "Nora.New@Example.com",
      role: "agent",
    } as const;
    const changed = await asAdmin.call(usersApi.update, { params: { id: user.id }, body });
    expect(changed).toMatchObject({
      id: user.id,
      firstName: "Nora",
      lastName: "New",
      email: "nora.new@example.com",
      role: "agent",
      isAdmin: false,
    });
  });

  it.each([
    [{ firstName: "" }, "First name is required"],
    [{ lastName: "  " }, "Last name is required"],
    [{ email: "nonsense" }, "Invalid email address"],
    [{ role: "owner" }, "Invalid role"],
  ])("refuses %j", { tags: ["I-USER-017..020"] }, async (part, message) => {
    const user = await buildUser();
    const rawBody = { ...nameAndRole(user), ...part };
    const input = { params: { id: user.id }, rawBody };
    const refusal = await asAdmin.refused(400, usersApi.update, input);
    expect(refusal.message).toBe(message);
  });

  it(
    "to a new role sets the flag, signs out everywhere and is told",
    { tags: ["S-16", "D-047", "asvs-85"] },
    async () => {
      const user = await buildMember();
      const browser = await signInWithCode(portal, user.email);
      const body = nameAndRole(user, { role: "admin" });
      const changed = await asAdmin.call(usersApi.update, { params: { id: user.id }, body });
      expect(changed).toMatchObject({ role: "admin", isAdmin: true });
      await browser.refused(401, sessionApi.getUser);
      const devices = await runtime.database
        .select()
        .from(trustedDevices)
        .where(eq(trustedDevices.userId, user.id));
      expect(devices).toEqual([]);
      expect((await lastMailTo(user.email)).template).toBe("roleChanged");
    },
  );

  it("back from admin takes the flag away", { tags: ["D-047"] }, async () => {
    const user = await buildAdmin();
    const body = nameAndRole(user, { role: "client" });
    const changed = await asAdmin.call(usersApi.update, { params: { id: user.id }, body });
    expect(changed).toMatchObject({ role: "client", isAdmin: false });
  });

  it(
    "keeps an admin by the flag when only the name is new, and his session",
    { tags: ["D-047"] },
    async () => {
      const user = await buildUser({ role: "agent", isAdmin: true });
      const browser = await portal.as(user);
      const body = nameAndRole(user, { firstName: "Other" });
      const changed = await asAdmin.call(usersApi.update, { params: { id: user.id }, body });
      expect(changed).toMatchObject({ firstName: "Other", role: "agent", isAdmin: true });
      expect(await browser.call(sessionApi.getUser)).toMatchObject({ isAdmin: true });
    },
  );

  it("to a taken address, in any spelling, is refused", { tags: ["D-105"] }, async () => {
    const [user, other] = [await buildUser(), await buildUser({ email: "taken@example.com" })];
    const body = nameAndRole(user, { email: "TAKEN@example.com" });
    const input = { params: { id: user.id }, body };
    const refusal = await asAdmin.refused(409, usersApi.update, input);
    expect(refusal).toMatchObject({
      message: "A user with this email already exists",
      fields: { email: "A user with this email already exists" },
    });
    expect((await rowOf(other))?.email).toBe("taken@example.com");
  });

  it(
    "to another address signs him out and tells both",
    { tags: ["D-131", "security-4.9"] },
    async () => {
      const user = await buildUser();
      const browser = await portal.as(user);
      const body = nameAndRole(user, { email: "moved@example.com" });
      await asAdmin.call(usersApi.update, { params: { id: user.id }, body });
      await browser.refused(401, sessionApi.getUser);
      const mail = await lastMailTo(user.email);
      expect(mail.template).toBe("emailChanged");
      expect(mail.text).toContain("moved@example.com");
      expect((await lastMailTo("moved@example.com")).template).toBe("emailGiven");
    },
  );

  it("ignores what it does not name", { tags: ["asvs-44"] }, async () => {
    const user = await buildUser();
    const rawBody = { ...nameAndRole(user), isAdmin: true, password: "x", id: 1, disabledAt: "x" };
    await asAdmin.send(usersApi.update, { params: { id: user.id }, rawBody });
    expect(await rowOf(user)).toMatchObject({ isAdmin: false, password: user.password });
  });

  it("who does not exist is 404", async () => {
    const input = { params: { id: 2_000_000 }, body: nameAndRole(admin) };
    const refusal = await asAdmin.refused(404, usersApi.update, input);
    expect(refusal.message).toBe("User not found");
  });

  it("is nothing for others", async () => {
    const user = await buildUser();
    const browser = await portal.as(user);
    const input = { params: { id: user.id }, body: nameAndRole(user, { role: "admin" }) };
    await browser.refused(403, usersApi.update, input);
    expect((await rowOf(user))?.role).toBe("client");
  });
});

describe("the last admin", () => {
  it("cannot be demoted", { tags: ["D-132", "permissions-12"] }, async () => {
    const body = nameAndRole(admin, { role: "client" });
    const refusal = await asAdmin.refused(409, usersApi.update, { params: { id: admin.id }, body });
    expect(refusal.message).toBe("The last admin cannot be demoted");
  });

  it("is the last when the other one is disabled", async () => {
    await buildAdmin({ disabledAt: "2026-01-01T00:00:00.000Z" });
    const body = nameAndRole(admin, { role: "agent" });
    await asAdmin.refused(409, usersApi.update, { params: { id: admin.id }, body });
    expect((await rowOf(admin))?.role).toBe("admin");
  });

  it("remains when two admins demote or delete each other at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      await runtime.database.delete(users);
      const pair = [await buildAdmin(), await buildAdmin()] as const;
      const [first, second] = [await portal.as(pair[0]), await portal.as(pair[1])];
      await Promise.all([
        first.send(usersApi.update, {
          params: { id: pair[1].id },
          body: nameAndRole(pair[1], { role: "client" }),
        }),
        second.send(usersApi.remove, { params: { id: pair[0].id } }),
      ]);
      const left = await runtime.database.select().from(users).where(eq(users.role, "admin"));
      expect(left.length).toBeGreaterThanOrEqual(1);
    }
  });
});

describe("deleting a user", () => {
  it(
    "takes his access and assignments, and leaves what he wrote",
    { tags: ["I-USER-023", "S-15", "D-132"] },
    async () => {
      const user = await buildMember();
      const caseFile = await buildCase();
      const browser = await signInWithCode(portal, user.email);
      await runtime.database
        .insert(caseAssignments)
        .values({ caseId: caseFile.id, userId: user.id });
      await runtime.database
        .insert(comments)
        .values({ caseId: caseFile.id, userId: user.id, message: "I was here" });
      await asAdmin.call(usersApi.remove, { params: { id: user.id } });
      await browser.refused(401, sessionApi.getUser);
      const [comment] = await runtime.database.select().from(comments);
      expect(comment).toMatchObject({ message: "I was here", userId: null });
      const params = { caseId: caseFile.caseId };
      const { assignedUsers } = await asAdmin.call(casesApi.get, { params });
      expect(assignedUsers).toEqual([]);
    },
  );

  it("refuses the own account", { tags: ["I-USER-007", "D-132"] }, async () => {
    await buildAdmin();
    const refusal = await asAdmin.refused(400, usersApi.remove, { params: { id: admin.id } });
    expect(refusal.message).toBe("You cannot delete your own account");
  });

  it("who does not exist is 404", async () => {
    const refusal = await asAdmin.refused(404, usersApi.remove, { params: { id: 2_000_000 } });
    expect(refusal.message).toBe("User not found");
  });

  it("is nothing for others", async () => {
    const other = await buildUser();
    const browser = await portal.as(await buildUser({ role: "agent" }));
    await browser.refused(403, usersApi.remove, { params: { id: other.id } });
    expect(await rowOf(other)).toBeDefined();
  });
});
