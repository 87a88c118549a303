import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { sessionApi } from "contract/session";
import { INVALID_INVITATION, usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { userInvitations } from "#server/database/tables/user-invitations.ts";
import { users } from "#server/database/tables/users.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { lastMailTo, tokenIn } from "#testing/mails.ts";
import { hashCheaply, PASSWORD } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
let asAdmin: TestClient;

beforeAll(async () => {
  hashCheaply();
  portal = await openTestApp({ settings: { APP_ORIGIN: "http://portal.test" } });
});
beforeEach(async () => {
  await runtime.database.delete(mailOutbox);
  await runtime.database.delete(userInvitations);
  await runtime.database.delete(users);
  asAdmin = await portal.as(await buildAdmin());
});
afterAll(() => portal.close());

const GUEST = "guest@example.com";

async function invite(body: Partial<Parameters<typeof buildInvite>[0]> = {}) {
  return asAdmin.call(usersApi.invite, { body: buildInvite(body) });
}

function buildInvite(part: {
  email?: string;
  firstName?: string | null;
  role?: "admin" | "agent" | "client" | "accountant";
  isAdmin?: boolean;
  selectedCases?: number[];
}) {
  return { email: GUEST, ...part };
}

async function tokenFor(email = GUEST): Promise<string> {
  return tokenIn(await lastMailTo(email));
}

function register(token: string, part: Record<string, unknown> = {}) {
  const rawBody = { token, firstName: "Gail", lastName: "Guest", password: PASSWORD, ...part };
  return portal.visitor().send(usersApi.completeRegistration, { rawBody });
}

describe("an invitation link", () => {
  it("says who it is for", { tags: ["I-REG-040"] }, async () => {
    const { invitation } = await invite({ firstName: "Gail" });
    const preview = await portal
      .visitor()
      .call(usersApi.getInvitation, { params: { token: await tokenFor() } });
    expect(preview).toEqual({
      email: GUEST,
      firstName: "Gail",
      lastName: null,
      expiresAt: invitation.expiresAt,
    });
  });

  it(
    "that is unknown, used or expired gets one and the same answer",
    { tags: ["D-125", "I-REG-009"] },
    async () => {
      await invite();
      const used = await tokenFor();
      await register(used);
      await invite({ email: "late@example.com" });
      const expired = await tokenFor("late@example.com");
      await runtime.database
        .update(userInvitations)
        .set({ expiresAt: sql`now()` })
        .where(eq(userInvitations.email, "late@example.com"));
      const answers: unknown[] = [];
      for (const token of ["A".repeat(43), used, expired]) {
        const { message, code } = await portal
          .visitor()
          .refused(404, usersApi.getInvitation, { params: { token } });
        answers.push({ message, code });
        expect(await register(token)).toMatchObject({
          status: 400,
          body: { message: INVALID_INVITATION },
        });
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject({ message: INVALID_INVITATION });
    },
  );
});

describe("completing the registration", () => {
  it(
    "creates the account with the invitation's rights and the typed names",
    { tags: ["I-REG-041", "I-REG-047", "S-13"] },
    async () => {
      await invite({ role: "agent", firstName: "Other" });
      const answer = await register(await tokenFor());
      expect(answer).toMatchObject({
        status: 201,
        body: { message: "Your account has been created successfully. You can now log in." },
      });
      const [user] = await runtime.database.select().from(users).where(eq(users.email, GUEST));
      expect(user).toMatchObject({
        firstName: "Gail",
        lastName: "Guest",
        role: "agent",
        isAdmin: false,
      });
      expect(user?.password).toMatch(/^\$argon2id\$/);
    },
  );

  it("takes address, role and rights from nowhere else", { tags: ["asvs-72"] }, async () => {
    await invite();
    await register(await tokenFor(), {
      email: "boss@example.com",
      role: "admin",
      isAdmin: true,
      selectedCases: [1],
    });
    const [user] = await runtime.database.select().from(users).where(eq(users.email, GUEST));
    expect(user).toMatchObject({ email: GUEST, role: "client", isAdmin: false });
  });

  it.each([[{ role: "admin" as const }], [{ role: "agent" as const, isAdmin: true }]])(
    "makes an admin with role and flag of %j",
    { tags: ["D-047"] },
    async (part) => {
      await invite(part);
      await register(await tokenFor());
      const [user] = await runtime.database.select().from(users).where(eq(users.email, GUEST));
      expect(user).toMatchObject({ role: "admin", isAdmin: true });
    },
  );

  it(
    "moves the cases to the new user without anyone acting",
    { tags: ["S-13", "S-14"] },
    async () => {
      const caseFile = await buildCase();
      await invite({ selectedCases: [caseFile.id] });
      await register(await tokenFor());
      const params = { caseId: caseFile.caseId };
      const { assignedUsers } = await asAdmin.call(casesApi.get, { params });
      const [user] = await runtime.database.select().from(users).where(eq(users.email, GUEST));
      expect(assignedUsers).toMatchObject([{ id: user?.id, email: GUEST }]);
    },
  );

  it("signs nobody in", { tags: ["asvs-68"] }, async () => {
    await invite();
    const visitor = portal.visitor();
    const body = {
      token: await tokenFor(),
      firstName: "Gail",
      lastName: "Guest",
      password: PASSWORD,
    };
    await visitor.call(usersApi.completeRegistration, { body });
    await visitor.refused(401, sessionApi.getUser);
    expect(visitor.cookies.has("sid")).toBe(false);
  });

  it("twice at the same moment makes one account", async () => {
    await invite();
    const token = await tokenFor();
    const answers = await Promise.all([register(token), register(token), register(token)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 400, 400,
    ]);
  });

  it("is refused when somebody has that address meanwhile", async () => {
    await invite();
    await buildUser({ email: GUEST });
    expect(await register(await tokenFor())).toMatchObject({
      status: 409,
      body: { message: "A user with this email already exists" },
    });
    const [invitation] = await runtime.database.select().from(userInvitations);
    expect(invitation?.isUsed).toBe(false);
  });

  it.each([
    [{ token: "" }, "Invitation token is required"],
    [{ firstName: " " }, "First name is required"],
    [{ lastName: undefined }, "Last name is required"],
    [{ password: "Short-1" }, "Password must be at least 8 characters"],
    [{ password: "lower-case-1" }, "Password must contain at least one uppercase letter"],
    [{ password: "No-Number-Here" }, "Password must contain at least one number"],
    [{ password: "Qwerty123" }, "This password is too common. Please choose another."],
    [
      { password: "Xy-Gail-Moon-9" },
      "Password must not contain your name, your email address or the name of the portal",
    ],
  ])(
    "is refused with %j, and the link stays good",
    { tags: ["I-REG-030..034"] },
    async (part, message) => {
      await invite();
      const token = await tokenFor();
      expect(await register(token, part)).toMatchObject({ status: 400, body: { message } });
      expect((await register(token)).status).toBe(201);
    },
  );
});
