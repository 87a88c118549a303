import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { twoFactorApi } from "contract/two-factor";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { passkeyChallenges } from "#server/database/tables/passkey-challenges.ts";
import { passkeys } from "#server/database/tables/passkeys.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { totpSecrets } from "#server/database/tables/totp-secrets.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import type { App } from "#testing/authenticator-app.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { codeIn, lastMailTo, mailsTo } from "#testing/mails.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import { browserIn, buildMember, DEVICE_HASH, enterPassword, PASSWORD } from "#testing/sign-in.ts";
import type { TestClient } from "#testing/test-client.ts";
import { addTotp, givePasskey, giveTotp } from "#testing/two-factor.ts";

const portal = signInPortal();

const INVALID = "Invalid verification code";

type Pending = {
  person: UserRow;
  browser: TestClient;
  claim: { email: string; deviceHash: string };
};

async function begin(person: UserRow): Promise<Pending> {
  const browser = browserIn(portal());
  await enterPassword(browser, person.email);
  return { person, browser, claim: { email: person.email, deviceHash: DEVICE_HASH } };
}

async function beginWithApp(): Promise<Pending & { app: App }> {
  const person = await buildMember();
  const app = await giveTotp(person.id);
  return { ...(await begin(person)), app };
}

function enterTotp({ browser, claim }: Pending, code: string) {
  return browser.send(twoFactorApi.verifyTotp, { body: { ...claim, code } });
}

const wrongOf = (app: App) =>
  ["123456", "654321", "111111"].find((code) => ![app(), app(-1), app(1)].includes(code)) ?? "";

describe("somebody with an authenticator app", () => {
  it(
    "is asked for its code in place of one by mail, and then has a trusted browser",
    { tags: ["asvs-70"] },
    async () => {
      const person = await buildMember();
      const app = await giveTotp(person.id);
      const browser = browserIn(portal());
      const step = await enterPassword(browser, person.email);
      expect(step).toMatchObject({ requiresOtp: true, factors: { totp: true, passkey: false } });
      expect(await mailsTo(person.email)).toEqual([]);
      await browser.refused(401, sessionApi.getUser);
      const body = { email: person.email, deviceHash: DEVICE_HASH, code: app() };
      const { user } = await browser.call(twoFactorApi.verifyTotp, { body });
      expect(user.id).toBe(person.id);
      await browser.call(sessionApi.getUser);
      expect((await lastMailTo(person.email)).template).toBe("newDevice");
      expect(await enterPassword(browser, person.email)).toMatchObject({ requiresOtp: false });
    },
  );

  it("gets no code by mail, not even on asking", { tags: ["asvs-70"] }, async () => {
    const { browser, claim, person } = await beginWithApp();
    const refusal = await browser.refused(400, sessionApi.resendOtp, { body: claim });
    expect(refusal.message).toContain("authenticator app");
    await browser.refused(400, sessionApi.verifyOtp, { body: { ...claim, otp: "123456" } });
    expect(await mailsTo(person.email)).toEqual([]);
  });

  it("cannot finish a sign-in that began with a mail, before the app was added", async () => {
    const person = await buildMember();
    const { browser, claim } = await begin(person);
    const otp = codeIn(await lastMailTo(person.email));
    await addTotp(await portal().as(person));
    await browser.refused(400, sessionApi.verifyOtp, { body: { ...claim, otp } });
  });

  it("cannot use a code twice, nor an older one after it", { tags: ["asvs-75"] }, async () => {
    const { person, app, ...first } = await beginWithApp();
    const [older, code] = [app(-1), app()];
    expect((await enterTotp({ person, ...first }, code)).status).toBe(200);
    const again = await begin(person);
    for (const used of [code, older]) {
      const answer = await enterTotp(again, used);
      expect(answer).toMatchObject({ status: 400, body: { message: INVALID } });
    }
    portal().clock.advance(30_000);
    expect((await enterTotp(again, app())).status).toBe(200);
  });

  it(
    "enters once with one code, however often it is sent at the same moment",
    { tags: ["asvs-75"] },
    async () => {
      const { app, ...pending } = await beginWithApp();
      await pending.browser.csrfToken();
      const code = app();
      const answers = await Promise.all([1, 2, 3, 4].map(() => enterTotp(pending, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    },
  );

  it(
    "has ten wrong tries in a day, because two codes are right at any moment",
    { tags: ["asvs-78"] },
    async () => {
      const { app, ...pending } = await beginWithApp();
      for (let count = 0; count < 10; count += 1)
        expect((await enterTotp(pending, wrongOf(app))).status).toBe(400);
      expect((await enterTotp(pending, app())).status).toBe(429);
      expect((await lastMailTo(pending.person.email)).template).toBe("exhaustedCodes");
      const body = { email: pending.person.email, password: PASSWORD };
      expect((await browserIn(portal()).send(sessionApi.login, { body })).status).toBe(429);
    },
  );

  it(
    "needs the browser and the claim that the sign-in began with",
    { tags: ["asvs-75"] },
    async () => {
      const { app, ...pending } = await beginWithApp();
      const stranger = { ...pending, browser: browserIn(portal()) };
      expect((await enterTotp(stranger, app())).status).toBe(400);
      for (const claim of [
        { ...pending.claim, deviceHash: "another-hash-1" },
        { ...pending.claim, email: "somebody.else@example.com" },
      ]) {
        expect((await enterTotp({ ...pending, claim }, app())).status).toBe(400);
      }
      expect((await enterTotp(pending, app())).status).toBe(200);
    },
  );

  it("cannot be given the secret of another row", async () => {
    const attacker = await buildMember();
    const app = await giveTotp(attacker.id);
    const { person, browser, claim } = await beginWithApp();
    const [theirs] = await runtime.database
      .select({ secret: totpSecrets.secret })
      .from(totpSecrets)
      .where(eq(totpSecrets.userId, attacker.id));
    await runtime.database
      .update(totpSecrets)
      .set({ secret: theirs?.secret ?? "" })
      .where(eq(totpSecrets.userId, person.id));
    const answer = await enterTotp({ person, browser, claim }, app());
    expect(answer).toMatchObject({ status: 400, body: { message: INVALID } });
  });
});

it("an app from before a new SECRET_KEY is a wrong code, and no fault of the server", async () => {
  const person = await buildMember();
  const { config } = runtime;
  runtime.config = { ...config, secretKey: randomBytes(32) };
  const app = await giveTotp(person.id);
  runtime.config = config;
  const answer = await enterTotp(await begin(person), app());
  expect(answer).toMatchObject({ status: 400, body: { message: INVALID } });
});

describe("a recovery code", () => {
  it(
    "lets in once, however it is typed, and is told with what is left",
    { tags: ["security-4.9"] },
    async () => {
      const person = await buildMember();
      const { recoveryCodes } = await addTotp(await portal().as(person));
      const [code = ""] = recoveryCodes;
      const typed = ` ${code.toUpperCase().replace("-", " ")} `;
      const first = await begin(person);
      const body = { ...first.claim, code: typed };
      await first.browser.call(twoFactorApi.verifyRecoveryCode, { body });
      expect((await first.browser.call(twoFactorApi.get)).recoveryCodesLeft).toBe(9);
      const texts = (await mailsTo(person.email)).map(({ text }) => text).join("\n");
      expect(texts).toContain("A recovery code was used, and 9 are left");
      const events = await runtime.database
        .select()
        .from(securityEvents)
        .where(and(eq(securityEvents.userId, person.id), eq(securityEvents.kind, "recovery.used")));
      expect(events.map(({ metadata }) => metadata)).toEqual([{ left: 9 }]);
      const second = await begin(person);
      const refusal = await second.browser.refused(400, twoFactorApi.verifyRecoveryCode, {
        body: { ...second.claim, code },
      });
      expect(refusal.message).toBe(INVALID);
    },
  );

  it("of somebody else opens nothing", async () => {
    const { recoveryCodes } = await addTotp(await portal().as(await buildMember()));
    const { app: _app, browser, claim } = await beginWithApp();
    const body = { ...claim, code: recoveryCodes[0] ?? "" };
    await browser.refused(400, twoFactorApi.verifyRecoveryCode, { body });
  });
});

describe("somebody with a passkey", () => {
  async function beginWithKey() {
    const person = await buildMember();
    const key = await givePasskey(person.id);
    return { ...(await begin(person)), key };
  }

  it("signs the challenge of the sign-in", { tags: ["asvs-70"] }, async () => {
    const { browser, claim, key, person } = await beginWithKey();
    const options = await browser.call(twoFactorApi.askPasskey);
    const body = { ...claim, credential: key.sign(options) };
    expect((await browser.call(twoFactorApi.verifyPasskey, { body })).user.id).toBe(person.id);
    const [row] = await runtime.database
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, person.id));
    expect(row).toMatchObject({ counter: 1, lastUsedAt: expect.any(String) });
  });

  it(
    "is refused for another page, another challenge, another key, a copied key",
    { tags: ["asvs-75"] },
    async () => {
      const { browser, claim, key } = await beginWithKey();
      const stranger = await givePasskey((await buildMember()).id);
      const send = async (
        sign: (options: { challenge: string }) => ReturnType<typeof key.sign>,
      ) => {
        const options = await browser.call(twoFactorApi.askPasskey);
        const body = { ...claim, credential: sign(options) };
        return (await browser.send(twoFactorApi.verifyPasskey, { body })).status;
      };
      expect(await send((options) => key.sign(options, { origin: "https://evil.example" }))).toBe(
        400,
      );
      expect(await send((options) => key.sign(options, { challenge: "bm90LXRoaXM" }))).toBe(400);
      expect(await send((options) => stranger.sign(options))).toBe(400);
      expect(
        await send((options) => ({ ...stranger.sign(options), id: key.passkey.credentialId })),
      ).toBe(400);
      await runtime.database
        .update(passkeys)
        .set({ counter: 5 })
        .where(eq(passkeys.credentialId, key.passkey.credentialId));
      expect(await send((options) => key.sign(options, { counter: 5 }))).toBe(400);
      expect(await send((options) => key.sign(options, { counter: 6 }))).toBe(200);
    },
  );

  it("answers each challenge once", async () => {
    const { browser, claim, key } = await beginWithKey();
    const options = await browser.call(twoFactorApi.askPasskey);
    const wrong = { ...claim, credential: key.sign(options, { origin: "https://evil.example" }) };
    await browser.refused(400, twoFactorApi.verifyPasskey, { body: wrong });
    const right = { ...claim, credential: key.sign(options) };
    await browser.refused(400, twoFactorApi.verifyPasskey, { body: right });
  });

  it("has five minutes for it", async () => {
    const { browser, claim, key } = await beginWithKey();
    const answerAfter = async (age: string) => {
      const options = await browser.call(twoFactorApi.askPasskey);
      const { expiresAt } = passkeyChallenges;
      await runtime.database
        .update(passkeyChallenges)
        .set({ expiresAt: sql`${expiresAt} - ${age}::interval` });
      const body = { ...claim, credential: key.sign(options) };
      return (await browser.send(twoFactorApi.verifyPasskey, { body })).status;
    };
    expect(await answerAfter("301 seconds")).toBe(400);
    expect(await answerAfter("280 seconds")).toBe(200);
  });

  it("gets a challenge only with the password first", async () => {
    await browserIn(portal()).refused(400, twoFactorApi.askPasskey);
    const { browser } = await beginWithApp();
    await browser.refused(400, twoFactorApi.askPasskey);
  });
});

describe("an admin", () => {
  it("lets somebody who has lost everything sign in by mail again, and the person is told", async () => {
    const person = await buildMember();
    const browser = await portal().as(person);
    await addTotp(browser);
    await givePasskey(person.id);
    const admin = await portal().as(await buildAdmin());
    await admin.call(usersApi.removeFactors, { params: { id: person.id } });
    await browser.refused(401, sessionApi.getUser);
    expect((await lastMailTo(person.email)).template).toBe("factorsRemoved");
    const { browser: next, claim } = await begin(person);
    const otp = codeIn(await lastMailTo(person.email));
    await next.call(sessionApi.verifyOtp, { body: { ...claim, otp } });
    expect(await next.call(twoFactorApi.get)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });

  it("changes his own factors with his password only", async () => {
    const self = await buildAdmin();
    const admin = await portal().as(self);
    await admin.refused(400, usersApi.removeFactors, { params: { id: self.id } });
  });
});
