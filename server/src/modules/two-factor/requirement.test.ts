import { describe, expect, it } from "vitest";
import { api } from "contract/api";
import { casesApi } from "contract/cases";
import type { EndpointShape } from "contract/endpoint";
import { profileApi } from "contract/profile";
import { sessionApi } from "contract/session";
import { twoFactorApi } from "contract/two-factor";
import { signInPortal } from "#testing/sign-in-portal.ts";
import { buildMember, PASSWORD } from "#testing/sign-in.ts";
import { addPasskey, addTotp } from "#testing/two-factor.ts";

const portal = signInPortal({ settings: { REQUIRE_STRONG_FACTOR: "admin, Agent" } });

const body = { currentPassword: PASSWORD };
const endpoints = Object.values(api).flatMap((table) => Object.values(table) as EndpointShape[]);
const isProtected = ({ access }: EndpointShape) => access !== "public" && access !== "automation";

describe("a role that demands a strong factor", { tags: ["security-4.9"] }, () => {
  it("gets nothing but the own profile until there is one", async () => {
    const browser = await portal().as(await buildMember({ role: "agent" }));
    const answers = [];
    for (const { method, path } of endpoints.filter(
      (endpoint) => isProtected(endpoint) && !endpoint.beforeFactor,
    )) {
      const { status, body: said } = await browser.request({
        method,
        url: path.replaceAll(/:\w+/g, "1"),
      });
      answers.push({ call: `${method} ${path}`, status, code: (said as { code: string }).code });
    }
    expect(answers.length).toBeGreaterThan(70);
    expect(
      answers.filter(({ status, code }) => status !== 403 || code !== "access.factor"),
    ).toEqual([]);
  });

  it("leaves the profile open, and nothing else", async () => {
    const open = endpoints.filter(({ beforeFactor }) => beforeFactor).map(({ path }) => path);
    expect(
      open.filter((path) => path !== sessionApi.getUser.path && !path.startsWith("/api/profile")),
    ).toEqual([]);
    const browser = await portal().as(await buildMember({ role: "agent" }));
    await browser.call(profileApi.listSessions);
    expect(await browser.call(twoFactorApi.get)).toMatchObject({ isRequired: true });
    expect(await browser.call(sessionApi.getUser)).toMatchObject({ mustAddFactor: true });
  });

  it.each([
    { role: "agent", isAdmin: false, status: 403 },
    { role: "admin", isAdmin: true, status: 403 },
    { role: "client", isAdmin: true, status: 403 },
    { role: "client", isAdmin: false, status: 200 },
    { role: "accountant", isAdmin: false, status: 200 },
  ] as const)("is asked of the named roles and of every admin: %j", async ({ status, ...who }) => {
    const browser = await portal().as(await buildMember(who));
    expect((await browser.send(casesApi.list)).status).toBe(status);
    expect("mustAddFactor" in (await browser.call(sessionApi.getUser))).toBe(status === 403);
  });

  it("opens everything with the first factor, and keeps the last one", async () => {
    const browser = await portal().as(await buildMember({ role: "agent" }));
    await addTotp(browser);
    await browser.call(casesApi.list);
    expect(await browser.call(sessionApi.getUser)).not.toHaveProperty("mustAddFactor");
    const refusal = await browser.refused(409, twoFactorApi.removeTotp, { body });
    expect(refusal.message).toBe("Your role needs one. Add another before you remove this one.");
    await addPasskey(browser);
    await browser.call(twoFactorApi.removeTotp, { body });
    await browser.call(casesApi.list);
  });
});
