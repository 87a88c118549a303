import { describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { codeIn, lastMailTo, mailsTo } from "#testing/mails.ts";
import { ageCode, beginSignIn, claim } from "#testing/pending-sign-in.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import { browserIn, buildMember, DEVICE_HASH, enterCode } from "#testing/sign-in.ts";

const portal = signInPortal();

describe("asking for another code", () => {
  it("waits a minute after the last one", { tags: ["D-091", "C-DEV-019", "S-03"] }, async () => {
    const { person, browser } = await beginSignIn(portal());
    const body = { email: person.email, deviceHash: DEVICE_HASH };
    const answer = await browser.send(sessionApi.resendOtp, { body });
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(50);
    expect((answer.body as { message: string }).message).toBe(
      `Please wait ${seconds} seconds before requesting a new code`,
    );
  });

  it(
    "sends a new code and kills the old one",
    { tags: ["C-DEV-025", "S-03", "asvs-75"] },
    async () => {
      const pending = await beginSignIn(portal());
      await ageCode(pending.person, "61 seconds");
      const body = { email: pending.person.email, deviceHash: DEVICE_HASH };
      await pending.browser.call(sessionApi.resendOtp, { body });
      const newCode = codeIn(await lastMailTo(pending.person.email));
      if (newCode !== pending.code) {
        const old = claim(pending, pending.code);
        await pending.browser.refused(400, sessionApi.verifyOtp, { body: old });
      }
      const answer = await enterCode(pending.browser, pending.person.email);
      expect(answer.user.id).toBe(pending.person.id);
    },
  );

  it("gives five new tries", async () => {
    const pending = await beginSignIn(portal());
    for (let count = 0; count < 5; count += 1) {
      const body = claim(pending, pending.wrong);
      await pending.browser.refused(400, sessionApi.verifyOtp, { body });
    }
    await ageCode(pending.person, "61 seconds");
    const body = { email: pending.person.email, deviceHash: DEVICE_HASH };
    await pending.browser.call(sessionApi.resendOtp, { body });
    const answer = await enterCode(pending.browser, pending.person.email);
    expect(answer.user.id).toBe(pending.person.id);
  });

  it("sends one code when it is asked for twice at the same moment", async () => {
    const { person, browser } = await beginSignIn(portal());
    await ageCode(person, "61 seconds");
    await browser.csrfToken();
    const body = { email: person.email, deviceHash: DEVICE_HASH };
    const answers = await Promise.all([
      browser.send(sessionApi.resendOtp, { body }),
      browser.send(sessionApi.resendOtp, { body }),
    ]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 429]);
    expect((await mailsTo(person.email)).filter((mail) => mail.template === "code")).toHaveLength(
      2,
    );
  });

  it("is nothing without a right password first", { tags: ["D-091"] }, async () => {
    const person = await buildMember();
    const body = { email: person.email, deviceHash: DEVICE_HASH };
    const refusal = await browserIn(portal()).refused(400, sessionApi.resendOtp, { body });
    expect(refusal.message).toBe("Verification code has expired");
  });

  it("is nothing for another address or device", async () => {
    const { person, browser } = await beginSignIn(portal());
    const others = [
      { email: "somebody.else@example.com", deviceHash: DEVICE_HASH },
      { email: person.email, deviceHash: "another-hash-1" },
    ];
    for (const body of others) {
      const refusal = await browser.refused(400, sessionApi.resendOtp, { body });
      expect(refusal.message).toBe("Verification code has expired");
    }
  });

  it("is limited to five an hour", { tags: ["security-4.3"] }, async () => {
    const { person, browser } = await beginSignIn(portal());
    const body = { email: person.email, deviceHash: DEVICE_HASH };
    for (let count = 0; count < 5; count += 1) {
      await ageCode(person, "61 seconds");
      await browser.call(sessionApi.resendOtp, { body });
    }
    await ageCode(person, "61 seconds");
    const refusal = await browser.refused(429, sessionApi.resendOtp, { body });
    expect(refusal.message).toMatch(/^Please wait \d+ seconds before requesting a new code$/);
  });
});
