import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { users } from "#server/database/tables/users.ts";
import { runCommandAlone, runCommandBeside } from "#testing/command-beside.ts";
import { buildUser } from "#testing/factories/users.ts";
import { hashCheaply, PASSWORD } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

const settings = { APP_ORIGIN: "http://portal.test" };

let portal: TestApp;

beforeAll(async () => {
  hashCheaply();
  portal = await openTestApp({ settings });
});
afterAll(() => portal.close());

describe("npm run admin:invite", () => {
  it(
    "prints a one-time link that makes an admin, and mails nobody",
    { tags: ["D-103", "asvs-66"] },
    async () => {
      const { exitCode, output } = await runCommandAlone(
        "admin-invite",
        ["New.Boss@Example.com"],
        settings,
      );
      expect(exitCode).toBe(0);
      const token =
        /^http:\/\/portal\.test\/complete-registration\?token=([\w-]{43})\n$/.exec(output)?.[1] ??
        "";
      const body = { token, firstName: "New", lastName: "Boss", password: PASSWORD };
      await portal.visitor().call(usersApi.completeRegistration, { body });
      expect(await runtime.database.select().from(users)).toMatchObject([
        { email: "new.boss@example.com", role: "admin", isAdmin: true },
      ]);
      expect(await runtime.database.select().from(mailOutbox)).toEqual([]);
      await portal.visitor().refused(400, usersApi.completeRegistration, { body });
    },
  );

  it("says what is wrong in one sentence", async () => {
    await buildUser({ email: "known@example.com" });
    const invite = (...values: string[]) => runCommandBeside("admin-invite", values, settings);
    const nothing = await invite();
    const nonsense = await invite("nonsense");
    const known = await invite("known@example.com");
    const usage = "Give the address to invite: npm run admin:invite -- mail@example.com\n";
    expect(nothing).toEqual({ exitCode: 1, output: "", complaint: usage });
    expect(nonsense).toEqual({ exitCode: 1, output: "", complaint: usage });
    expect(known.exitCode).toBe(1);
    expect(known.complaint).toContain("known@example.com has an account already");
  });
});
