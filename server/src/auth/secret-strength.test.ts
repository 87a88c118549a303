import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readKeys } from "#server/config/key-settings.ts";
import { Settings } from "#server/config/settings.ts";
import { createToken } from "#server/core/secrets.ts";

const directory = mkdtempSync(join(tmpdir(), "portal-secrets-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Every bit of them is one as often as zero: what a counter, a time or a UUID never does. */
function looksRandom(secrets: readonly Buffer[]): boolean {
  const bits = (secrets[0]?.length ?? 0) * 8;
  const ones = Array.from(
    { length: bits },
    (_, bit) => secrets.filter((secret) => ((secret[bit >> 3] ?? 0) >> (bit & 7)) & 1).length,
  );
  return ones.every((count) => Math.abs(count / secrets.length - 0.5) < 0.25);
}

describe("a secret of the portal's own making", { tags: ["asvs-99"] }, () => {
  it("has 256 random bits: tokens of sessions, invitations, resets and devices", () => {
    const tokens = Array.from({ length: 200 }, () => Buffer.from(createToken(), "base64url"));
    expect(new Set(tokens.map((token) => token.length))).toEqual(new Set([32]));
    expect(looksRandom(tokens)).toBe(true);
  });

  it("has 256 random bits: the keys of a first start", () => {
    const { secretKey, filesKey, webhookSecret } = readKeys(new Settings({}), directory, false);
    const webhookKey = Buffer.from(webhookSecret.replace(/^whsec_/, ""), "base64");
    for (const key of [secretKey, filesKey, webhookKey]) expect(key.length).toBe(32);
  });

  it.each(["AUTOMATION_KEY", "SECRET_KEY", "FILES_KEY", "WEBHOOK_SECRET"])(
    "is not taken when it is too short to be one: %s",
    (name) => {
      const settings = new Settings({ [name]: "changeme" });
      readKeys(settings, directory, false);
      expect(settings.problems.join()).toContain(name);
    },
  );

  it("would be told from one that is only unique", () => {
    const uuids = Array.from({ length: 200 }, () =>
      Buffer.from(crypto.randomUUID().replaceAll("-", ""), "hex"),
    );
    expect(looksRandom(uuids)).toBe(false);
  });
});
