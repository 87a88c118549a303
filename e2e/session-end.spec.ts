/** The end of a session: announced, put off, and without loss of what was typed. */
import { eq, sql } from "drizzle-orm";
import { runtime } from "server/src/core/runtime.ts";
import { sessions } from "server/src/database/tables/sessions.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { fillSignIn } from "#e2e/support/sign-in.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

test(
  "a session that ends asks first, and loses nothing that was typed",
  { tag: ["@D-099", "@D-107"] },
  async ({ login, accounts, mailbox }) => {
    await test.step("a session that is about to end asks, and goes on when somebody is there", async () => {
      const person = await accounts.create("client");
      const page = await login(person);
      await endIn(person.id, "100 seconds");
      await page.goto("/profile");
      const warning = page.getByRole("dialog", { name: "Are you still there?" });
      await expect(warning).toContainText(/You will be signed out in 1:[34]\d/);
      await expectAccessible(page);
      await warning.getByRole("button", { name: "Stay signed in" }).click();
      await expect(warning).toHaveCount(0);
      const [session] = await runtime.database
        .select({ left: sql<number>`extract(epoch from ${sessions.expire} - now())::int` })
        .from(sessions)
        .where(eq(sessions.userId, person.id));
      expect(session?.left).toBeGreaterThan(3500);
    });

    await test.step("what was typed is still there after signing in again", async () => {
      const person = await accounts.create("client");
      const page = await login(person);
      await page.goto("/profile");
      await page.getByLabel("Last name").fill("Typed before the end");
      await endIn(person.id, "0 seconds");
      await page.getByRole("button", { name: "Save Changes" }).click();

      const cover = page.getByRole("dialog", { name: "Your session has ended" });
      await expect(cover).toContainText("what you have typed is still there");
      await expect(cover.getByLabel("Email")).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(cover).toBeVisible();
      await fillSignIn(cover, person);
      await page.getByLabel("Verification code").fill(await mailbox.waitForCode(person.email));
      await page.getByRole("button", { name: "Verify Code" }).click();
      await expectToast(page, "Verification successful");
      await expect(cover).toHaveCount(0);
      await expect(page.getByLabel("Last name")).toHaveValue("Typed before the end");
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expectToast(page, "Success", "Profile updated successfully");
    });
  },
);

/** As if nothing had happened for a while. */
async function endIn(userId: number, interval: string): Promise<void> {
  await runtime.database
    .update(sessions)
    .set({
      expire: sql`now() + ${interval}::interval`,
      lastSeenAt: sql`now() - interval '5 minutes'`,
    })
    .where(eq(sessions.userId, userId));
}
