import { describe, expect, it } from "vitest";
import { profileApi } from "contract/profile";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { buildUser } from "#testing/factories/users.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import { browserIn, buildMember, enterPassword, signInWithCode } from "#testing/sign-in.ts";

const portal = signInPortal();

describe("the own sessions", () => {
  it(
    "are listed with the current one marked, without anything that opens one",
    { tags: ["asvs-81"] },
    async () => {
      const person = await buildMember();
      const first = await portal().as(person);
      const second = await portal().as(person);
      await portal().as(await buildUser());
      const list = await first.call(profileApi.listSessions);
      expect(list).toHaveLength(2);
      expect(list.filter((session) => session.isCurrent)).toHaveLength(1);
      expect(list[0]).toMatchObject({ deviceName: "Test browser", ipAddress: "127.0.0.1" });
      const answer = JSON.stringify(list);
      for (const row of await runtime.database.select().from(sessions)) {
        expect(answer).not.toContain(row.sid);
      }
      expect(answer).not.toContain(second.cookies.get("sid"));
    },
  );

  it("do not list a sign-in that waits for its code", async () => {
    const person = await buildMember();
    await enterPassword(browserIn(portal()), person.email);
    const browser = await portal().as(person);
    expect(await browser.call(profileApi.listSessions)).toHaveLength(1);
  });

  it("can be ended one by one", async () => {
    const person = await buildMember();
    const [kept, ended] = [await portal().as(person), await portal().as(person)];
    const list = await kept.call(profileApi.listSessions);
    const id = list.find((session) => !session.isCurrent)?.id ?? "";
    await kept.call(profileApi.removeSession, { params: { id } });
    await ended.refused(401, sessionApi.getUser);
    expect(await kept.call(profileApi.listSessions)).toHaveLength(1);
    await kept.refused(404, profileApi.removeSession, { params: { id } });
  });

  it("include the current one, whose cookie goes with it", async () => {
    const browser = await portal().as(await buildUser());
    const [own] = await browser.call(profileApi.listSessions);
    await browser.call(profileApi.removeSession, { params: { id: own?.id ?? "" } });
    expect(browser.cookies.has("sid")).toBe(false);
  });

  it("of others cannot be ended", async () => {
    const other = await portal().as(await buildUser());
    const [theirs] = await other.call(profileApi.listSessions);
    const browser = await portal().as(await buildUser());
    const params = { id: theirs?.id ?? "" };
    const refusal = await browser.refused(404, profileApi.removeSession, { params });
    expect(refusal.message).toBe("Session not found");
    expect(await other.call(profileApi.listSessions)).toHaveLength(1);
  });

  it.each(["%", "________________", "abc"])(
    "are not found by a pattern like %s",
    { tags: ["asvs-6"] },
    async (id) => {
      const browser = await portal().as(await buildUser());
      await browser.refused(400, profileApi.removeSession, { params: { id } });
      expect(await browser.call(profileApi.listSessions)).toHaveLength(1);
    },
  );

  it("are at most ten: the oldest ends", { tags: ["asvs-81"] }, async () => {
    const person = await buildMember();
    const browsers = [];
    for (let count = 0; count < 11; count += 1) browsers.push(await portal().as(person));
    await browsers[0]?.refused(401, sessionApi.getUser);
    expect(await browsers[1]?.call(profileApi.listSessions)).toHaveLength(10);
  });
});

describe("the own devices", () => {
  it(
    "are listed, the current one marked, and can be forgotten",
    { tags: ["asvs-79"] },
    async () => {
      const person = await buildMember();
      const browser = await signInWithCode(portal(), person.email);
      const [device, ...others] = await browser.call(profileApi.listDevices);
      expect(others).toEqual([]);
      expect(device).toMatchObject({ isCurrent: true, ipAddress: "127.0.0.1" });
      await browser.call(profileApi.removeDevice, { params: { id: device?.id ?? 0 } });
      expect(await browser.call(profileApi.listDevices)).toEqual([]);
      expect(await enterPassword(browser, person.email)).toMatchObject({ requiresOtp: true });
    },
  );

  it("of others cannot be forgotten", async () => {
    const person = await buildMember();
    const theirs = await signInWithCode(portal(), person.email);
    const [device] = await theirs.call(profileApi.listDevices);
    const browser = await portal().as(await buildUser());
    const params = { id: device?.id ?? 0 };
    const refusal = await browser.refused(404, profileApi.removeDevice, { params });
    expect(refusal.message).toBe("Device not found");
    expect(await theirs.call(profileApi.listDevices)).toHaveLength(1);
  });
});
