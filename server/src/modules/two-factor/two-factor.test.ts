import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { twoFactorApi } from "contract/two-factor";
import { runtime } from "#server/core/runtime.ts";
import { idempotencyKeys } from "#server/database/tables/idempotency-keys.ts";
import { recoveryCodes } from "#server/database/tables/recovery-codes.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { totpSecrets } from "#server/database/tables/totp-secrets.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { appWith } from "#testing/authenticator-app.ts";
import { createAuthenticator } from "#testing/authenticator.ts";
import { lastMailTo } from "#testing/mails.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import {
  browserIn,
  buildMember,
  enterPassword,
  PASSWORD,
  signInWithCode,
} from "#testing/sign-in.ts";
import type { TestClient } from "#testing/test-client.ts";
import { addPasskey, addTotp, givePasskey } from "#testing/two-factor.ts";

const portal = signInPortal();

const body = { currentPassword: PASSWORD };
const wrongPassword = { currentPassword: "Wrong-Horse-7" };

async function member(): Promise<{ person: UserRow; browser: TestClient }> {
  const person = await buildMember();
  return { person, browser: await portal().as(person) };
}

async function kindsOf(person: UserRow): Promise<string[]> {
  const events = await runtime.database
    .select({ kind: securityEvents.kind })
    .from(securityEvents)
    .where(eq(securityEvents.userId, person.id));
  return events.map(({ kind }) => kind);
}

describe("an authenticator app", () => {
  it("counts only when its first code has come", { tags: ["security-4.9"] }, async () => {
    const { person, browser } = await member();
    const { secret, uri } = await browser.call(twoFactorApi.startTotp, { body });
    expect(uri).toContain(`secret=${secret}&`);
    expect(await browser.call(twoFactorApi.get)).toMatchObject({
      totp: null,
      recoveryCodesLeft: 0,
    });
    const answer = await enterPassword(browserIn(portal()), person.email);
    expect(answer).not.toHaveProperty("factors");
    await browser.call(twoFactorApi.confirmTotp, { body: { code: appWith(secret)() } });
    const factors = await browser.call(twoFactorApi.get);
    expect(factors).toMatchObject({ totp: { addedAt: expect.any(String) }, isRequired: false });
  });

  it(
    "brings ten recovery codes, and neither they nor its secret stand in the database",
    { tags: ["asvs-70"] },
    async () => {
      const { person, browser } = await member();
      const { secret, recoveryCodes: codes } = await addTotp(browser);
      expect(new Set(codes).size).toBe(10);
      for (const code of codes)
        expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
      expect(await browser.call(twoFactorApi.get)).toMatchObject({ recoveryCodesLeft: 10 });
      const [row] = await runtime.database
        .select()
        .from(totpSecrets)
        .where(eq(totpSecrets.userId, person.id));
      const kept = await runtime.database
        .select()
        .from(recoveryCodes)
        .where(eq(recoveryCodes.userId, person.id));
      const stored = JSON.stringify([row, kept]);
      for (const plain of [secret, ...codes, ...codes.map((code) => code.replace("-", ""))])
        expect(stored).not.toContain(plain);
      expect(kept.every(({ code }) => code.startsWith("$argon2id$"))).toBe(true);
    },
  );

  it(
    "is told by mail and log, and ends every other session and trusted browser",
    { tags: ["asvs-69"] },
    async () => {
      const person = await buildMember();
      const own = await signInWithCode(portal(), person.email);
      const otherSession = await portal().as(person);
      await addTotp(own);
      await otherSession.refused(401, sessionApi.getUser);
      await own.call(sessionApi.getUser);
      expect(await kindsOf(person)).toContain("factor.added");
      const mail = await lastMailTo(person.email);
      expect(mail.template).toBe("factorsChanged");
      expect(mail.text).toContain("You added an authenticator app");
      expect(await enterPassword(own, person.email)).toMatchObject({ requiresOtp: false });
    },
  );

  it("is not added with a wrong password or a wrong code", async () => {
    const { browser } = await member();
    const refusal = await browser.refused(400, twoFactorApi.startTotp, { body: wrongPassword });
    expect(refusal.fields).toEqual({ currentPassword: "Current password is incorrect" });
    await browser.refused(400, twoFactorApi.confirmTotp, { body: { code: "123456" } });
    const { secret } = await browser.call(twoFactorApi.startTotp, { body });
    const right = appWith(secret)();
    const wrong = right === "123456" ? "654321" : "123456";
    await browser.refused(400, twoFactorApi.confirmTotp, { body: { code: wrong } });
    expect(await browser.call(twoFactorApi.get)).toMatchObject({ totp: null });
  });

  it("does not wait for its first code for ever", async () => {
    const { person, browser } = await member();
    const { secret } = await browser.call(twoFactorApi.startTotp, { body });
    await runtime.database
      .update(totpSecrets)
      .set({ pendingSince: sql`now() - interval '16 minutes'` })
      .where(eq(totpSecrets.userId, person.id));
    const code = appWith(secret)();
    await browser.refused(400, twoFactorApi.confirmTotp, { body: { code } });
  });

  it("takes the place of the one before, and keeps the recovery codes", async () => {
    const { browser } = await member();
    const first = await addTotp(browser);
    const second = await addTotp(browser);
    expect(second.secret).not.toBe(first.secret);
    expect(second.recoveryCodes).toEqual([]);
    expect(await browser.call(twoFactorApi.get)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it("goes when the password is said again, and the recovery codes with it", async () => {
    const { person, browser } = await member();
    await addTotp(browser);
    await browser.refused(400, twoFactorApi.removeTotp, { body: wrongPassword });
    await browser.call(twoFactorApi.removeTotp, { body });
    expect(await browser.call(twoFactorApi.get)).toMatchObject({
      totp: null,
      recoveryCodesLeft: 0,
    });
    expect(await kindsOf(person)).toContain("factor.removed");
    expect((await lastMailTo(person.email)).text).toContain("You removed an authenticator app");
    const answer = await enterPassword(browserIn(portal()), person.email);
    expect(answer).not.toHaveProperty("factors");
    await browser.refused(409, twoFactorApi.removeTotp, { body });
  });

  it("leaves neither secret nor password behind when the call is repeated under a key", async () => {
    const { person, browser } = await member();
    const headers = { "idempotency-key": `totp-${person.id}` };
    const first = await browser.call(twoFactorApi.startTotp, { body, headers });
    const second = await browser.call(twoFactorApi.startTotp, { body, headers });
    expect(second.secret).not.toBe(first.secret);
    await browser.send(twoFactorApi.removeTotp, { body, headers });
    const kept = await runtime.database
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.key, `totp-${person.id}`));
    expect(kept).toEqual([]);
  });
});

describe("a passkey", () => {
  it("is added, listed by its name, and goes with the password", async () => {
    const { person, browser } = await member();
    const { recoveryCodes: codes } = await addPasskey(browser, "Blue key");
    expect(codes).toHaveLength(10);
    const { passkeys, recoveryCodesLeft } = await browser.call(twoFactorApi.get);
    expect(passkeys).toEqual([
      { id: expect.any(Number), name: "Blue key", addedAt: expect.any(String), lastUsedAt: null },
    ]);
    expect(recoveryCodesLeft).toBe(10);
    expect((await lastMailTo(person.email)).text).toContain('You added the passkey "Blue key"');
    const params = { id: passkeys[0]?.id ?? 0 };
    await browser.refused(400, twoFactorApi.removePasskey, { params, body: wrongPassword });
    await browser.call(twoFactorApi.removePasskey, { params, body });
    expect(await browser.call(twoFactorApi.get)).toMatchObject({
      passkeys: [],
      recoveryCodesLeft: 0,
    });
  });

  it("answers one challenge of this session, from a page of the portal(), and only once", async () => {
    const { browser } = await member();
    const key = createAuthenticator();
    const add = (credential: ReturnType<typeof key.register>) =>
      browser.send(twoFactorApi.addPasskey, { body: { name: "Key", credential } });
    const start = () => browser.call(twoFactorApi.startPasskey, { body });
    for (const lies of [
      { origin: "https://portal().example.evil" },
      { challenge: Buffer.from("another").toString("base64url") },
    ]) {
      expect((await add(key.register(await start(), lies))).status).toBe(400);
    }
    const { browser: another } = await member();
    const foreign = await another.call(twoFactorApi.startPasskey, { body });
    expect((await add(key.register(foreign))).status).toBe(400);
    const options = await start();
    expect((await add(key.register(options))).status).toBe(200);
    expect((await add(key.register(options))).status).toBe(400);
    expect((await add(key.register(await start()))).status).toBe(409);
  });

  it("of somebody else cannot be removed", async () => {
    const { person: other } = await member();
    await givePasskey(other.id);
    const theirs = await (await portal().as(other)).call(twoFactorApi.get);
    const { browser } = await member();
    const params = { id: theirs.passkeys[0]?.id ?? 0 };
    const refusal = await browser.refused(404, twoFactorApi.removePasskey, { params, body });
    expect(refusal.message).toBe("Passkey not found");
  });

  it("is not offered by a portal() at a bare address", async () => {
    const { browser } = await member();
    const { config } = runtime;
    const offers = [];
    for (const appOrigin of [
      "http://192.0.2.7:3000",
      "http://portal().example",
      "https://a.example",
    ]) {
      runtime.config = { ...config, appOrigin };
      offers.push((await browser.call(twoFactorApi.get)).canHavePasskeys);
    }
    runtime.config = config;
    expect(offers).toEqual([false, false, true]);
  });
});

describe("new recovery codes", () => {
  it(
    "take the place of the old ones, with the password, and are told",
    { tags: ["security-4.9"] },
    async () => {
      const { person, browser } = await member();
      const { recoveryCodes: old } = await addTotp(browser);
      await browser.refused(400, twoFactorApi.renewRecoveryCodes, { body: wrongPassword });
      const renewed = await browser.call(twoFactorApi.renewRecoveryCodes, { body });
      expect(renewed.recoveryCodes).toHaveLength(10);
      expect(renewed.recoveryCodes.filter((code) => old.includes(code))).toEqual([]);
      const left = await runtime.database
        .select()
        .from(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, person.id)));
      expect(left).toHaveLength(10);
      expect(await kindsOf(person)).toContain("recovery.renewed");
      expect((await lastMailTo(person.email)).text).toContain("You made new recovery codes");
    },
  );

  it("are only for somebody with a factor", async () => {
    const { browser } = await member();
    await browser.refused(409, twoFactorApi.renewRecoveryCodes, { body });
  });
});
