import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommandBeside } from "#testing/command-beside.ts";
import { lastMailTo } from "#testing/mails.ts";
import { browserIn, buildMember, enterPassword, hashCheaply } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { givePasskey, giveTotp } from "#testing/two-factor.ts";

let portal: TestApp;
beforeAll(async () => {
  hashCheaply();
  portal = await openTestApp();
});
afterAll(() => portal.close());

it(
  "lets an admin who has lost everything sign in by mail again, and tells him",
  { tags: ["asvs-70"] },
  async () => {
    const person = await buildMember({ role: "admin" });
    await giveTotp(person.id);
    await givePasskey(person.id);
    const { output } = await runCommandBeside("two-factor-remove", [person.email]);
    expect(output).toBe(`${person.email} signs in with a code by mail again.\n`);
    expect((await lastMailTo(person.email)).template).toBe("factorsRemoved");
    expect(await enterPassword(browserIn(portal), person.email)).not.toHaveProperty("factors");
  },
);

it("says what it needs when there is no such account", async () => {
  expect(await runCommandBeside("two-factor-remove", ["nobody@example.com"])).toEqual({
    exitCode: 1,
    output: "",
    complaint: "Give the address of an account: npm run factors:remove -- mail@example.com\n",
  });
});
