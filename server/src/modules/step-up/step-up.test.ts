import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { profileApi } from "contract/profile";
import { sessionApi } from "contract/session";
import { stepUpApi } from "contract/step-up";
import { twoFactorApi } from "contract/two-factor";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { failedLoginAttempts } from "#server/database/tables/failed-login-attempts.ts";
import { passkeys } from "#server/database/tables/passkeys.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { createAuthenticator } from "#testing/authenticator.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";
import { buildUser } from "#testing/factories/users.ts";
import { lastMailTo, tokenIn } from "#testing/mails.ts";
import { letProofAge } from "#testing/proof.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import { browserIn, buildMember, PASSWORD, signInWithCode } from "#testing/sign-in.ts";
import type { TestClient } from "#testing/test-client.ts";
import { givePasskey, giveTotp } from "#testing/two-factor.ts";

const portal = signInPortal();
const WRONG = "Not-the-password-1";

/** An admin whose last proof is old. */
async function openScreen(): Promise<{ admin: UserRow; screen: TestClient }> {
  const admin = await buildMember({ role: "admin" });
  const screen = await portal().as(admin);
  await letProofAge(screen);
  return { admin, screen };
}

async function unlockSomebody(screen: TestClient): Promise<number> {
  const { id } = await buildUser();
  return (await screen.send(usersApi.unlock, { params: { id } })).status;
}

describe("a proof", () => {
  it("lasts a quarter of an hour", async () => {
    const { screen } = await openScreen();
    await letProofAge(screen, "14 minutes 55 seconds");
    expect(await unlockSomebody(screen)).toBe(200);
    await letProofAge(screen, "15 minutes 1 second");
    expect(await unlockSomebody(screen)).toBe(403);
  });

  it("is given by signing in", async () => {
    const admin = await buildMember({ role: "admin" });
    expect(await unlockSomebody(await signInWithCode(portal(), admin.email))).toBe(200);
  });

  it("counts for the session it was given in, and is written down", async () => {
    const { admin, screen } = await openScreen();
    const other = await portal().as(admin);
    await letProofAge(other);
    await screen.call(stepUpApi.byPassword, { body: { password: PASSWORD } });
    expect(await unlockSomebody(screen)).toBe(200);
    expect(await unlockSomebody(other)).toBe(403);
    const events = await runtime.database
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, admin.id));
    expect(events).toMatchObject([{ kind: "session.proven", metadata: { factor: "password" } }]);
  });

  it(
    "gives the session a new token, and the old one is signed out",
    { tags: ["asvs-83"] },
    async () => {
      const { screen } = await openScreen();
      const copied = portal().visitor();
      for (const [name, value] of screen.cookies) copied.cookies.set(name, value);
      await copied.call(sessionApi.getUser);
      await screen.call(stepUpApi.byPassword, { body: { password: PASSWORD } });
      await screen.call(sessionApi.getUser);
      await copied.refused(401, sessionApi.getUser);
    },
  );

  it("leaves the session that asked for another email the one that stays when it is confirmed", async () => {
    const { admin, screen } = await openScreen();
    const email = `new-${uniqueSuffix()}@example.com`;
    const names = { firstName: "Nora", lastName: "New" };
    await screen.call(profileApi.update, { body: { ...names, email, currentPassword: PASSWORD } });
    await screen.call(stepUpApi.byPassword, { body: { password: PASSWORD } });
    const token = tokenIn(await lastMailTo(email));
    await portal().visitor().call(profileApi.confirmEmail, { body: { token } });
    expect(await screen.call(sessionApi.getUser)).toMatchObject({ id: admin.id, email });
  });

  it("is asked of nobody who is signed out, or stands between password and code", async () => {
    const body = { password: PASSWORD };
    await portal().visitor().refused(401, stepUpApi.byPassword, { body });
    const admin = await buildMember({ role: "admin" });
    const pending = browserIn(portal());
    await pending.call(sessionApi.login, { body: { email: admin.email, password: PASSWORD } });
    await pending.refused(401, stepUpApi.byPassword, { body });
  });
});

describe("the password", () => {
  it("is told to be wrong at its field, and counts as a failed sign-in", async () => {
    const { admin, screen } = await openScreen();
    const refusal = await screen.refused(400, stepUpApi.byPassword, { body: { password: WRONG } });
    expect(refusal.fields).toEqual({ password: "Current password is incorrect" });
    expect(await unlockSomebody(screen)).toBe(403);
    const failures = await runtime.database
      .select()
      .from(failedLoginAttempts)
      .where(eq(failedLoginAttempts.email, admin.email));
    expect(failures).toHaveLength(1);
  });

  it("shares the tries of a sign-in", async () => {
    const { admin, screen } = await openScreen();
    const body = { password: WRONG };
    for (let count = 0; count < 5; count++)
      await screen.refused(400, stepUpApi.byPassword, { body });
    await screen.refused(429, stepUpApi.byPassword, { body: { password: PASSWORD } });
    const stranger = browserIn(portal());
    await stranger.refused(429, sessionApi.login, {
      body: { email: admin.email, password: PASSWORD },
    });
  });
});

describe("the code of an app", () => {
  it("proves it, once", async () => {
    const { admin, screen } = await openScreen();
    const app = await giveTotp(admin.id);
    const body = { code: app() };
    await screen.call(stepUpApi.byTotp, { body });
    expect(await unlockSomebody(screen)).toBe(200);
    expect((await screen.refused(400, stepUpApi.byTotp, { body })).message).toBe(
      "Invalid verification code",
    );
  });

  it("has the tries that a sign-in has", async () => {
    const { admin, screen } = await openScreen();
    const app = await giveTotp(admin.id);
    const wrong = app() === "000000" ? "000001" : "000000";
    for (let count = 0; count < 10; count++)
      await screen.refused(400, stepUpApi.byTotp, { body: { code: wrong } });
    await screen.refused(429, stepUpApi.byTotp, { body: { code: app() } });
  });

  it("is worth nothing without an app", async () => {
    const { screen } = await openScreen();
    await screen.refused(400, stepUpApi.byTotp, { body: { code: "123456" } });
    expect(await unlockSomebody(screen)).toBe(403);
  });
});

describe("a passkey", () => {
  it("proves it with a challenge of this session, once", async () => {
    const { admin, screen } = await openScreen();
    const key = await givePasskey(admin.id);
    const credential = key.sign(await screen.call(stepUpApi.askPasskey));
    await screen.call(stepUpApi.byPasskey, { body: { credential } });
    expect(await unlockSomebody(screen)).toBe(200);
    await screen.refused(400, stepUpApi.byPasskey, { body: { credential } });
  });

  it("of somebody else is refused", async () => {
    const { admin, screen } = await openScreen();
    await givePasskey(admin.id);
    const stranger = await givePasskey((await buildUser()).id);
    const credential = stranger.sign(await screen.call(stepUpApi.askPasskey));
    await screen.refused(400, stepUpApi.byPasskey, { body: { credential } });
    expect(await unlockSomebody(screen)).toBe(403);
  });

  it("is not asked for where there is none", async () => {
    const { screen } = await openScreen();
    expect((await screen.refused(400, stepUpApi.askPasskey)).message).toBe("You have no passkey");
  });

  it("cannot be added with the challenge for proving, which nobody gave a password for", async () => {
    const { admin, screen } = await openScreen();
    await givePasskey(admin.id);
    const options = await screen.call(stepUpApi.askPasskey);
    const credential = createAuthenticator().register(options);
    await screen.refused(400, twoFactorApi.addPasskey, { body: { name: "Mine now", credential } });
    const own = await runtime.database.select().from(passkeys).where(eq(passkeys.userId, admin.id));
    expect(own).toHaveLength(1);
  });

  it("may be asked for, and the password given instead", async () => {
    const { admin, screen } = await openScreen();
    await givePasskey(admin.id);
    await screen.call(stepUpApi.askPasskey);
    await screen.call(stepUpApi.byPassword, { body: { password: PASSWORD } });
    expect(await unlockSomebody(screen)).toBe(200);
  });
});
