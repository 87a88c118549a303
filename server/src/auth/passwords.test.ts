import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { keyFor } from "#server/core/secrets.ts";
import { hashCheaply } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { hashWithArgon2 } from "./argon2.ts";
import { checkPassword, hashPassword, PASSWORD_COST, setPasswordCost } from "./passwords.ts";

let portal: TestApp;

beforeAll(async () => {
  portal = await openTestApp();
  setPasswordCost(PASSWORD_COST);
});
afterAll(() => portal.close());

describe("a stored password", () => {
  it("is an argon2id hash of the cost the specification names", { tags: ["asvs-97"] }, async () => {
    const stored = await hashPassword("Correct-Horse-7");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1,keyid=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await checkPassword("Correct-Horse-7", stored)).toEqual({
      isRight: true,
      isOutdated: false,
    });
  });

  it(
    "is another one each time, and fits exactly what was typed",
    { tags: ["asvs-65"] },
    async () => {
      hashCheaply();
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 200 }), async (password) => {
          const [first, second] = [await hashPassword(password), await hashPassword(password)];
          expect(first).not.toBe(second);
          expect((await checkPassword(password, first)).isRight).toBe(true);
          expect((await checkPassword(`${password} `, first)).isRight).toBe(false);
        }),
        { numRuns: 50 },
      );
    },
  );

  it("fits however a keyboard writes the same characters", { tags: ["D-184"] }, async () => {
    hashCheaply();
    const forms = ["NFC", "NFD", "NFKD"].map((form) => "Zürich-Straße-\uff17".normalize(form));
    for (const made of forms) {
      const stored = await hashPassword(made);
      for (const typed of forms) {
        const check = await checkPassword(typed, stored);
        expect(check).toEqual({ isRight: true, isOutdated: false });
      }
    }
  });

  it(
    "made before that still fits as it was typed, and is made again",
    { tags: ["D-184"] },
    async () => {
      hashCheaply();
      const cost = { memoryKib: 256, passes: 1, lanes: 1 };
      const typed = "Zürich-\uff17".normalize("NFD");
      const old = await hashWithArgon2(typed, cost, { secret: keyFor("password") });
      expect(await checkPassword(typed, old)).toEqual({ isRight: true, isOutdated: true });
      expect((await checkPassword(typed.normalize("NFKC"), old)).isRight).toBe(false);
    },
  );

  it("tells passwords apart beyond any cut", { tags: ["asvs-65"] }, async () => {
    hashCheaply();
    const long = "A1".repeat(512);
    const stored = await hashPassword(long);
    expect((await checkPassword(`${long.slice(0, -1)}x`, stored)).isRight).toBe(false);
    expect((await checkPassword(long, stored)).isRight).toBe(true);
  });

  it("is worth nothing without the server's secret", async () => {
    hashCheaply();
    const stored = await hashPassword("Correct-Horse-7");
    const { config } = runtime;
    runtime.config = { ...config, secretKey: randomBytes(32) };
    expect((await checkPassword("Correct-Horse-7", stored)).isRight).toBe(false);
    runtime.config = config;
    expect((await checkPassword("Correct-Horse-7", stored)).isRight).toBe(true);
  });

  it("of a weaker cost is to be made again", async () => {
    hashCheaply();
    const weak = await hashPassword("Correct-Horse-7");
    setPasswordCost({ memoryKib: 512, passes: 1, lanes: 1 });
    expect(await checkPassword("Correct-Horse-7", weak)).toEqual({
      isRight: true,
      isOutdated: true,
    });
  });

  it.each([
    null,
    "no password",
    "",
    "$2b$10$abcdefghijklmnopqrstuv",
    "$argon2id$v=19$m=1,t=1,p=1$x$y",
  ])("that is %j fits nothing", async (stored) => {
    hashCheaply();
    expect((await checkPassword("", stored)).isRight).toBe(false);
    expect((await checkPassword("no password", stored)).isRight).toBe(false);
  });

  it(
    "is compared four at a time; beyond fifty more the portal is busy",
    { tags: ["asvs-114"] },
    async () => {
      setPasswordCost({ memoryKib: 4096, passes: 1, lanes: 1 });
      const tries = await Promise.allSettled(
        Array.from({ length: 60 }, () => checkPassword("x", null)),
      );
      const refused = tries.filter((result) => result.status === "rejected");
      expect(refused).toHaveLength(6);
      expect(refused.map((result) => result.reason as unknown)).toEqual(
        Array.from({ length: 6 }, () => expect.objectContaining({ status: 503 })),
      );
      expect((await checkPassword("x", null)).isRight).toBe(false);
    },
  );
});
