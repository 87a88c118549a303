import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { failedLoginAttempts } from "#server/database/tables/failed-login-attempts.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { lastMailTo } from "#testing/mails.ts";
import { hashCheaply } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

const APP_ORIGIN = "http://portal.test";
const FORGED = "198.51.100.66";

let portal: TestApp;
beforeAll(() => hashCheaply());
afterEach(() => portal.close());

const open = async (settings: Record<string, string> = {}) => {
  portal = await openTestApp({ settings: { APP_ORIGIN, ...settings } });
};

/** What somebody may claim about himself and the portal, one header at a time. */
const forgeries: Record<string, string>[] = [
  FORGED,
  `${FORGED}, 10.0.0.1`,
  `127.0.0.1, ${FORGED}`,
  `"${FORGED}"`,
  `${FORGED}:4711`,
  "::1",
  "2001:db8::66",
  "[2001:db8::66]:4711",
  "unknown",
  "_hidden",
  "' or 1=1",
  "0x7f.1",
  "x".repeat(500),
]
  .flatMap((address): Record<string, string>[] => [
    { "x-forwarded-for": address },
    { "x-real-ip": address },
  ])
  .concat([
    { forwarded: `for=${FORGED};host=evil.example;proto=http` },
    { "x-forwarded-host": "evil.example" },
    { "x-forwarded-host": "evil.example, portal.test" },
    { "x-forwarded-host": "evil.example/path?token=" },
    { "x-forwarded-proto": "http" },
    { "x-forwarded-proto": "javascript" },
    { "x-forwarded-port": "8443" },
    { "x-original-host": "evil.example" },
    { "x-client-ip": FORGED },
    { "cf-connecting-ip": FORGED },
    { "true-client-ip": FORGED },
    { host: "evil.example" },
  ]);

async function addressesSeen(headers: Record<string, string>): Promise<string[]> {
  const body = { email: "nobody@example.com", password: "Wrong-Horse-7" };
  await portal.visitor().send(sessionApi.login, { body, headers });
  const rows = await runtime.database.delete(failedLoginAttempts).returning();
  await runtime.database.execute("delete from throttle_buckets");
  return rows.map(({ ipAddress }) => ipAddress);
}

describe("what a caller says about his address and the portal's", () => {
  it("changes neither the recorded address nor a mailed link", { tags: ["asvs-40"] }, async () => {
    await open();
    expect(forgeries.length).toBeGreaterThanOrEqual(30);
    const admin = await portal.as(await buildAdmin());
    const user = await buildUser();
    for (const headers of forgeries) {
      const claim = JSON.stringify(headers);
      expect(await addressesSeen(headers), claim).toEqual(["127.0.0.1"]);
      await admin.call(usersApi.sendResetLink, { params: { id: user.id }, headers });
      const { text } = await lastMailTo(user.email);
      expect(text, claim).toContain(`${APP_ORIGIN}/reset-password?token=`);
      expect(text, claim).not.toContain("evil");
    }
  });

  it(
    "counts when a proxy of ours says it, and no further than that proxy saw",
    { tags: ["asvs-40"] },
    async () => {
      await open({ TRUST_PROXY: "127.0.0.0/8, 10.0.0.0/8" });
      const seen = (chain: string) => addressesSeen({ "x-forwarded-for": chain });
      expect(await seen("203.0.113.9")).toEqual(["203.0.113.9"]);
      expect(await seen(`${FORGED}, 203.0.113.9`)).toEqual(["203.0.113.9"]);
      expect(await seen(`${FORGED}, 203.0.113.9, 10.0.0.7`)).toEqual(["203.0.113.9"]);
      expect(await addressesSeen({ "x-real-ip": FORGED })).toEqual(["127.0.0.1"]);
    },
  );

  it("does not count when somebody else than our proxy says it", async () => {
    await open({ TRUST_PROXY: "10.0.0.0/8" });
    expect(await addressesSeen({ "x-forwarded-for": FORGED })).toEqual(["127.0.0.1"]);
  });
});
