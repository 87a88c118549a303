import { afterEach, describe, expect, it, vi } from "vitest";
import { operationsApi } from "contract/operations";
import { INVALID_INVITATION, usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { StartError } from "#server/core/start-error.ts";
import { userInvitations } from "#server/database/tables/user-invitations.ts";
import { users } from "#server/database/tables/users.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { browserIn, enterPassword, hashCheaply, PASSWORD } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { ensureFirstAdmin } from "./first-admin.ts";

let portal: TestApp;

async function openPortal(settings: Record<string, string> = {}) {
  hashCheaply();
  portal = await openTestApp({ settings: { APP_ORIGIN: "http://portal.test", ...settings } });
}

afterEach(async () => {
  vi.restoreAllMocks();
  await portal.close();
});

/** What a start prints on the terminal. */
async function startPortal(): Promise<string> {
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await ensureFirstAdmin();
  const text = printed.mock.calls.map(([line]) => String(line)).join("");
  printed.mockRestore();
  return text;
}

function tokenOf(text: string): string {
  return /http:\/\/portal\.test\/complete-registration\?token=([\w-]{43})\n/.exec(text)?.[1] ?? "";
}

function register(token: string, email?: string) {
  return portal.visitor().send(usersApi.completeRegistration, {
    body: { token, firstName: "Ada", lastName: "Boss", password: PASSWORD, email },
  });
}

const settings = { ADMIN_EMAIL: "Boss@Example.com", ADMIN_PASSWORD: PASSWORD };

describe("an empty portal", () => {
  it("creates the admin of its settings, who can sign in", { tags: ["D-103"] }, async () => {
    await openPortal(settings);
    expect(await startPortal()).toBe("");
    expect(await runtime.database.select().from(users)).toMatchObject([
      { email: "boss@example.com", role: "admin", isAdmin: true },
    ]);
    const answer = await enterPassword(browserIn(portal), "boss@example.com");
    expect(answer.requiresOtp).toBe(true);
  });

  it.each([
    [{ ADMIN_PASSWORD: "admin" }, "Password must be at least 8 characters."],
    [{ ADMIN_PASSWORD: "lower-case-1" }, "Password must contain at least one uppercase letter."],
    [{ ADMIN_PASSWORD: "No-Number-Here" }, "Password must contain at least one number."],
    [{ ADMIN_PASSWORD: "Password2026" }, "This password is too common."],
    [{ ADMIN_EMAIL: "boss@exam_ple.com" }, "ADMIN_EMAIL is not a valid email address"],
  ])("does not start with %j, and says why in one sentence", async (part, reason) => {
    await openPortal({ ...settings, ...part });
    const error = await startPortal().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toContain(reason);
    expect((error as Error).message).not.toContain(String(Object.values(part)[0]));
    expect(await runtime.database.select().from(users)).toEqual([]);
  });

  it("is not ready before the admin of its settings exists", async () => {
    await openPortal(settings);
    const visitor = portal.visitor();
    const refusal = await visitor.refused(503, operationsApi.getReadiness);
    expect(refusal.message).toBe("The first admin has not been created yet");
    await startPortal();
    expect(await visitor.call(operationsApi.getReadiness)).toEqual({ status: "ok" });
  });

  it(
    "prints a one-time link otherwise, and whoever opens it names the address",
    { tags: ["D-103", "asvs-66"] },
    async () => {
      await openPortal();
      const token = tokenOf(await startPortal());
      const preview = await portal.visitor().call(usersApi.getInvitation, { params: { token } });
      expect(preview.email).toBe("");
      expect(await register(token)).toMatchObject({
        status: 400,
        body: { fields: { email: "Invalid email address" } },
      });
      expect((await register(token, "Ada@Example.com")).status).toBe(201);
      expect(await runtime.database.select().from(users)).toMatchObject([
        { email: "ada@example.com", role: "admin", isAdmin: true },
      ]);
      expect((await register(token, "second@example.com")).status).toBe(400);
    },
  );

  it("prints another link at the next start, and the first one dies", async () => {
    await openPortal();
    const first = tokenOf(await startPortal());
    const second = tokenOf(await startPortal());
    expect((await register(first, "a@example.com")).status).toBe(400);
    expect((await register(second, "a@example.com")).status).toBe(201);
    expect(await runtime.database.select().from(userInvitations)).toHaveLength(1);
  });
});

describe("a portal with people in it", () => {
  it(
    "prints nothing and changes nobody, whatever the settings say by now",
    { tags: ["D-103"] },
    async () => {
      await openPortal({ ...settings, ADMIN_PASSWORD: "admin" });
      await buildAdmin({ email: "boss@example.com", password: "as it was" });
      expect(await startPortal()).toBe("");
      expect(await runtime.database.select().from(users)).toMatchObject([
        { password: "as it was" },
      ]);
    },
  );

  it("no longer accepts the link for the first admin", async () => {
    await openPortal();
    const token = tokenOf(await startPortal());
    await buildAdmin();
    expect(await register(token, "late@example.com")).toMatchObject({
      status: 400,
      body: { message: INVALID_INVITATION },
    });
  });

  it("does not list that link among the invitations", async () => {
    await openPortal();
    await startPortal();
    const admin = await portal.as(await buildAdmin());
    expect(await admin.call(usersApi.listInvitations)).toEqual([]);
  });
});
