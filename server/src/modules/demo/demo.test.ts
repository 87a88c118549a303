import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoApi } from "contract/demo";
import { profileApi } from "contract/profile";
import { roles, sessionApi } from "contract/session";
import { keptInside } from "#server/config/kept-inside.ts";
import { becomeDemo, ceaseDemo } from "#server/core/demo.ts";
import { runtime } from "#server/core/runtime.ts";
import { withBanner } from "#server/http/pages.ts";
import { buildUser } from "#testing/factories/users.ts";
import { sampleImage } from "#testing/sample-files.ts";
import { browserIn } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { DEMO_PEOPLE_FILE, type KnownPerson } from "./demo.service.ts";

const everySetting = { DEMO: "on", DEMO_PUBLIC: "on" };
const BANNER = "Everything here is made up. It is reset every night.";

let portal: TestApp;

/** A portal with one person of each role, whom it may offer. */
async function open(settings: Record<string, string>): Promise<void> {
  portal = await openTestApp({ settings });
  const people: KnownPerson[] = [];
  for (const role of roles) {
    const { id } = await buildUser({ role, email: `${role}@bureau.example` });
    people.push({ key: role, name: `Some ${role}`, role, id });
  }
  const file = join(runtime.config.dataDirectory, DEMO_PEOPLE_FILE);
  await writeFile(file, JSON.stringify(people));
}

async function statuses(): Promise<number[]> {
  const browsers = [portal.visitor()];
  for (const role of roles) browsers.push(await portal.as(await buildUser({ role })));
  const answers: number[] = [];
  for (const browser of browsers) {
    answers.push((await browser.send(demoApi.list)).status);
    answers.push((await browser.send(demoApi.signIn, { body: { key: "admin" } })).status);
    // Not even a call that is wrong tells that there is one.
    answers.push((await browser.send(demoApi.signIn, { body: {} as never })).status);
  }
  return answers;
}

const page = '<body><div id="root"></div></body>';

describe("outside the demonstration", () => {
  afterAll(() => portal.close());

  it(
    "both calls are unknown to everybody, whatever the settings",
    { tags: ["W-RUN-011"] },
    async () => {
      await open(everySetting);
      expect(new Set(await statuses())).toEqual(new Set([404]));
      expect(withBanner(page)).toBe(page);
    },
  );
});

describe("a demonstration with an address of the world", () => {
  afterAll(async () => {
    ceaseDemo();
    await portal.close();
  });

  it("offers nobody until it is said to be public", { tags: ["W-RUN-011"] }, async () => {
    becomeDemo();
    await open({ APP_ORIGIN: "https://demo.example.com" });
    expect(new Set(await statuses())).toEqual(new Set([404]));
  });
});

describe("the demonstration", () => {
  beforeAll(async () => {
    becomeDemo();
    await open({});
  });
  afterAll(async () => {
    ceaseDemo();
    await portal.close();
  });

  it("names its people by role, without their numbers", async () => {
    const { people } = await portal.visitor().call(demoApi.list);
    expect(people.map(({ role }) => role)).toEqual(roles);
    expect(people[0]).toEqual({ key: "admin", name: "Some admin", role: "admin" });
  });

  it.each(roles)(
    "signs in as %s, with the code that the ordinary call takes",
    { tags: ["W-RUN-010"] },
    async (role) => {
      const browser = browserIn(portal);
      const step = await browser.call(demoApi.signIn, { body: { key: role } });
      expect(step).toMatchObject({ requiresOtp: true, email: `${role}@bureau.example` });
      const { email, code: otp = "" } = step;
      const deviceHash = browser.headers["x-device-hash"] ?? "";
      await browser.call(sessionApi.verifyOtp, { body: { otp, email, deviceHash } });
      expect(await browser.call(sessionApi.getUser)).toMatchObject({ role });
      // The browser is known now.
      const again = await browser.call(demoApi.signIn, { body: { key: role } });
      expect(again).toMatchObject({ requiresOtp: false });
      expect(again).not.toHaveProperty("code");
    },
  );

  it("does not know anybody else", async () => {
    await portal.visitor().refused(404, demoApi.signIn, { body: { key: "somebody" } });
  });

  it("shows no first steps and, while nobody else can reach it, no banner", async () => {
    const admin = browserIn(portal);
    const { code: otp = "", email } = await admin.call(demoApi.signIn, { body: { key: "admin" } });
    const deviceHash = admin.headers["x-device-hash"] ?? "";
    if (otp !== "") await admin.call(sessionApi.verifyOtp, { body: { otp, email, deviceHash } });
    expect(await admin.call(sessionApi.getUser)).not.toHaveProperty("isFirstAdmin");
    expect(withBanner(page)).toBe(page);
  });
});

describe("a public demonstration", () => {
  beforeAll(async () => {
    becomeDemo();
    await open({ APP_ORIGIN: "http://demo.example.com", DEMO_PUBLIC: "on" });
  });
  afterAll(async () => {
    ceaseDemo();
    await portal.close();
  });

  it("says on every page that all is made up", { tags: ["W-RUN-012"] }, async () => {
    expect(await portal.visitor().call(demoApi.list)).toMatchObject({ people: { length: 4 } });
    expect(withBanner(page)).toContain(`${BANNER}</p><div id="root">`);
  });

  it("takes files up to 1 MB", { tags: ["W-RUN-012"] }, async () => {
    const client = await portal.as(await buildUser());
    const picture = await sampleImage("png");
    const avatar = (bytes: Buffer) => ({
      files: [{ field: "avatar", name: "a.png", bytes, type: "image/png" }],
    });
    await client.call(profileApi.uploadAvatar, avatar(picture));
    const large = Buffer.concat([picture, Buffer.alloc(1_048_577)]);
    const { message } = await client.refused(413, profileApi.uploadAvatar, avatar(large));
    expect(message).toBe("The demonstration takes files up to 1 MB");
  });

  it("sends nothing out, whatever the settings name", { tags: ["W-RUN-012"] }, () => {
    const { config } = runtime;
    const outside = {
      ...config,
      mail: { ...config.mail, smtpUrl: new URL("smtps://mail.example.com") },
      mailbox: { host: "mail.example.com" },
      webhooks: { ...config.webhooks, urls: { case_creation: "https://hooks.example.com" } },
    };
    const { mail, mailbox, webhooks } = keptInside(outside as never);
    expect([mail.smtpUrl, mailbox, ...Object.values(webhooks.urls)]).toEqual(Array(6).fill(null));
  });
});
