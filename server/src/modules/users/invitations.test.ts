import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { userInvitations } from "#server/database/tables/user-invitations.ts";
import { users } from "#server/database/tables/users.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { lastMailTo, mailsTo, tokenIn } from "#testing/mails.ts";
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

describe("inviting", () => {
  it(
    "answers the invitation and mails the link",
    { tags: ["I-USER-024..025", "S-11"] },
    async () => {
      const { invitation } = await invite({ firstName: "Gail" });
      expect(invitation).toMatchObject({
        email: GUEST,
        firstName: "Gail",
        role: "client",
        isAdmin: false,
        isUsed: false,
      });
      const mail = await lastMailTo(GUEST);
      expect(mail.text).toMatch(/^http:\/\/portal\.test\/complete-registration\?token=[\w-]{43}$/m);
    },
  );

  it("is good for seven days", { tags: ["I-USER-028", "S-11"] }, async () => {
    const { invitation } = await invite();
    const days = (Date.parse(invitation.expiresAt) - Date.parse(invitation.invitedAt)) / 86_400_000;
    expect(days).toBeCloseTo(7, 3);
  });

  it("only needs an address: the rest has defaults", { tags: ["I-USER-014..016"] }, async () => {
    const answer = await asAdmin.send(usersApi.invite, { rawBody: { email: GUEST } });
    expect(answer).toMatchObject({
      status: 201,
      body: { invitation: { firstName: null, lastName: null, role: "client", isAdmin: false } },
    });
  });

  it.each([
    [{ email: "nonsense" }, "Valid email is required"],
    [{ role: "owner" }, "Invalid role"],
    [{ selectedCases: [2_000_000] }, "Case not found"],
  ])("refuses %j and writes nothing", { tags: ["I-USER-013"] }, async (part, message) => {
    const rawBody = { email: GUEST, ...part };
    const refusal = await asAdmin.refused(400, usersApi.invite, { rawBody });
    expect(refusal.message).toBe(message);
    expect(await runtime.database.select().from(userInvitations)).toEqual([]);
    expect(await mailsTo(GUEST)).toEqual([]);
  });

  it(
    "gives the chosen cases, listed as pending, with an event each",
    { tags: ["S-11", "S-14", "S-23"] },
    async () => {
      const [first, second] = [await buildCase(), await buildCase()];
      const { invitation } = await invite({
        selectedCases: [second.id, first.id, first.id],
        firstName: "Gail",
      });
      const params = { caseId: first.caseId };
      const { assignedUsers } = await asAdmin.call(casesApi.get, { params });
      expect(assignedUsers).toMatchObject([{ id: `invitation-${invitation.id}`, email: GUEST }]);
      const events = await runtime.database
        .select()
        .from(caseEvents)
        .where(eq(caseEvents.action, "assign"));
      expect(events.map((event) => event.caseId).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([
        first.id,
        second.id,
      ]);
      expect((await lastMailTo(GUEST)).text).toContain("2 cases");
    },
  );

  it("a user who exists is refused, in any spelling", { tags: ["D-121"] }, async () => {
    await buildUser({ email: GUEST });
    const rawBody = { email: GUEST.toUpperCase() };
    const refusal = await asAdmin.refused(409, usersApi.invite, { rawBody });
    expect(refusal.message).toBe("A user with this email already exists");
  });

  it("twice is refused, also after the first has expired", { tags: ["D-121"] }, async () => {
    await invite();
    await runtime.database.update(userInvitations).set({ expiresAt: sql`now()` });
    const refusal = await asAdmin.refused(409, usersApi.invite, { body: { email: GUEST } });
    expect(refusal.message).toBe("An invitation for this email already exists");
  });

  it("twice at the same moment makes one invitation and one mail", async () => {
    const email = "twice@example.com";
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => asAdmin.send(usersApi.invite, { body: { email } })),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("somebody again whose account was deleted works", { tags: ["D-121", "S-15"] }, async () => {
    await invite();
    await register(await tokenFor());
    await runtime.database.delete(users).where(eq(users.email, GUEST));
    const { invitation } = await invite();
    expect(invitation.isUsed).toBe(false);
  });

  it("is nothing for others", async () => {
    const browser = await portal.as(await buildUser({ role: "agent" }));
    const refusal = await browser.refused(403, usersApi.invite, { body: { email: GUEST } });
    expect(refusal.message).toBe("Admin access required");
  });
});

describe("the list of invitations", () => {
  it(
    "holds used and open ones, never a token",
    { tags: ["CI-DLG-058", "D-124", "I-USER-009"] },
    async () => {
      await invite();
      const token = await tokenFor();
      await register(token);
      await invite({ email: "other@example.com" });
      const list = await asAdmin.call(usersApi.listInvitations);
      expect(list.map(({ email, isUsed }) => [email, isUsed])).toEqual([
        ["other@example.com", false],
        [GUEST, true],
      ]);
      expect(JSON.stringify(list)).not.toContain(token);
    },
  );
});

describe("sending an invitation again", () => {
  it(
    "makes a new link, and the old one dies",
    { tags: ["I-USER-026", "D-122", "S-12"] },
    async () => {
      const { invitation } = await invite();
      const old = await tokenFor();
      await runtime.database.update(userInvitations).set({ expiresAt: sql`now()` });
      await asAdmin.call(usersApi.resendInvitation, { params: { id: invitation.id } });
      const fresh = await tokenFor();
      expect(fresh).not.toBe(old);
      const visitor = portal.visitor();
      await visitor.refused(404, usersApi.getInvitation, { params: { token: old } });
      const preview = await visitor.call(usersApi.getInvitation, { params: { token: fresh } });
      expect(preview.email).toBe(GUEST);
    },
  );

  it("is refused when it has been used, or does not exist", async () => {
    const { invitation } = await invite();
    await register(await tokenFor());
    const refusal = await asAdmin.refused(400, usersApi.resendInvitation, {
      params: { id: invitation.id },
    });
    expect(refusal.message).toBe("This invitation has already been used");
    await asAdmin.refused(404, usersApi.resendInvitation, { params: { id: 2_000_000 } });
  });
});

describe("withdrawing an invitation", () => {
  it(
    "takes its assignments along and kills the link",
    { tags: ["I-USER-027", "D-123"] },
    async () => {
      const caseFile = await buildCase();
      const { invitation } = await invite({ selectedCases: [caseFile.id] });
      const token = await tokenFor();
      await asAdmin.call(usersApi.removeInvitation, { params: { id: invitation.id } });
      expect(await runtime.database.select().from(caseAssignments)).toEqual([]);
      const visitor = portal.visitor();
      await visitor.refused(404, usersApi.getInvitation, { params: { token } });
      await asAdmin.refused(404, usersApi.removeInvitation, { params: { id: invitation.id } });
    },
  );
});
