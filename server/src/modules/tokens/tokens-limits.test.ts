/** How often a token may ask, and a portal without tokens. */
import { afterEach, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { sessionApi } from "contract/session";
import { tokensApi } from "contract/tokens";
import { buildToken } from "#testing/factories/tokens.ts";
import { buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
afterEach(() => portal.close());

async function open(settings: Record<string, string>) {
  portal = await openTestApp({ settings });
  const user = await buildUser({ role: "agent" });
  const { secret } = await buildToken({ userId: user.id });
  const show = (token: string, url: string = casesApi.list.path) =>
    portal.visitor().request({ method: "GET", url, headers: { authorization: `Bearer ${token}` } });
  return { user, secret, show };
}

describe("calls with tokens", () => {
  it("end at 600 a minute for each of them", { tags: ["W-API-008"] }, async () => {
    const { user, secret, show } = await open({ RATE_LIMITS: "on" });
    // What is refused counts as well, and is cheaper to ask for.
    for (let count = 0; count < 600; count += 1)
      if ((await show(secret, sessionApi.getUser.path)).status !== 403) throw new Error("refused");
    const over = await show(secret);
    expect(over.status).toBe(429);
    expect(Number(over.headers["retry-after"])).toBeGreaterThan(0);
    const other = await buildToken({ userId: user.id });
    expect((await show(other.secret)).status).toBe(200);
    portal.clock.advance(60_000);
    expect((await show(secret)).status).toBe(200);
  });

  it("with wrong ones end at ten a minute and address, whatever RATE_LIMITS says", async () => {
    const { secret, show } = await open({ RATE_LIMITS: "off" });
    for (let count = 0; count < 10; count += 1) expect((await show("cmp_wrong")).status).toBe(401);
    const over = await show("cmp_wrong");
    expect(over.status).toBe(429);
    expect(Number(over.headers["retry-after"])).toBeGreaterThan(0);
    expect((await show(secret)).status).toBe(200);
    portal.clock.advance(60_000);
    expect((await show("cmp_wrong")).status).toBe(401);
  });

  it(
    "are all 401 with API_TOKENS=off, nobody is offered one, and none is made",
    { tags: ["W-API-011"] },
    async () => {
      const { user, secret, show } = await open({ API_TOKENS: "off" });
      expect((await show(secret)).status).toBe(401);
      const client = await portal.as(user);
      expect(await client.call(sessionApi.getUser)).not.toHaveProperty("mayHaveTokens");
      const body = { name: "Reports", scopes: ["cases:read" as const], days: 90 };
      expect(await client.refused(403, tokensApi.create, { body })).toMatchObject({
        message: "API tokens are switched off",
      });
    },
  );
});
