import { afterAll, beforeAll, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { runCommandBeside } from "#testing/command-beside.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

it(
  "signs everybody out beside a running portal, and says how many sessions there were",
  { tags: ["asvs-87"] },
  async () => {
    const browsers = [await portal.as(await buildAdmin()), await portal.as(await buildUser())];
    for (const browser of browsers) await browser.call(sessionApi.getUser);
    expect((await runCommandBeside("sessions-clear")).output).toBe("2 sessions ended.\n");
    for (const browser of browsers) await browser.refused(401, sessionApi.getUser);
    expect((await runCommandBeside("sessions-clear")).output).toBe("0 sessions ended.\n");
  },
);
