/** Who is really at the keyboard: dangerous acts ask for it again when the last proof is old. */
import type { Page } from "@playwright/test";
import { eq, sql } from "drizzle-orm";
import { runtime } from "server/src/core/runtime.ts";
import { sessions } from "server/src/database/tables/sessions.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { openInformation } from "#e2e/support/case-dialogs.ts";
import { choose } from "#e2e/support/controls.ts";
import { plugInKey } from "#e2e/support/security-key.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";
import { PHONE } from "#e2e/support/viewports.ts";

const question = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });

/** As if a quarter of an hour had passed since this person last proved who he is. */
async function letProofAge({ id }: { id: number }): Promise<void> {
  await runtime.database
    .update(sessions)
    .set({ provenAt: sql`now() - interval '16 minutes'` })
    .where(eq(sessions.userId, id));
}

test.describe("in the hand", () => {
  test.use(PHONE);

  test("inviting an admin asks for the password, over the dialog that keeps what was typed [D-185]", async ({
    login,
    accounts,
  }) => {
    const admin = await accounts.create("admin");
    const page = await login(admin);
    await page.goto("/users");
    await page.getByRole("button", { name: "Invite User" }).click();
    const form = page.getByRole("dialog", { name: "Invite User" });
    const email = `second-${admin.id}@family.example`;
    await form.getByLabel("Email").fill(email);
    await choose(form, "Role", "Admin");
    await letProofAge(admin);
    const send = form.getByRole("button", { name: "Send Invitation" });
    await send.click();

    const dialog = question(page);
    const password = dialog.getByLabel("Current password");
    await expect(password).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(password).toHaveAccessibleDescription("Enter your current password");
    await password.fill("Not-the-password-1");
    await page.keyboard.press("Enter");
    await expect(password).toHaveAccessibleDescription("Current password is incorrect");
    await expect(password).toHaveValue("Not-the-password-1");
    await expectAccessible(page);

    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(form.getByLabel("Email")).toHaveValue(email);
    await expect(send).toBeFocused();
    await expect(page.locator("li[data-state=open]")).toHaveCount(0);

    await send.click();
    await password.fill(admin.password);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expectToast(page, "Invitation sent");
    await expect(dialog).toHaveCount(0);
    await expect(form).toHaveCount(0);

    // The session goes on under its new token, and is not asked again.
    await page.reload();
    await page.getByRole("button", { name: "Invite User" }).click();
    await form.getByLabel("Email").fill(`third-${admin.id}@family.example`);
    await choose(form, "Role", "Accountant");
    await send.click();
    await expectToast(page, "Invitation sent");
  });
});

test("deleting a case asks for the passkey of whoever has one [D-185]", async ({
  login,
  accounts,
}) => {
  const admin = await accounts.create("admin");
  const caseFile = await buildCase({ title: "Nobody deletes this in passing" });
  const page = await login(admin);
  await plugInKey(page);
  await page.goto("/profile?tab=security");
  await page.getByRole("button", { name: "Add passkey" }).click();
  const adding = page.getByRole("dialog");
  await adding.getByLabel("Current password").fill(admin.password);
  await adding.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await letProofAge(admin);

  const information = await openInformation(page, caseFile.caseId);
  await information.getByRole("button", { name: "Delete Case" }).click();
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByRole("button", { name: "Delete Case" }).click();
  const dialog = question(page);
  const usePasskey = dialog.getByRole("button", { name: "Use your passkey" });
  await expect(usePasskey).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Use your password" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(confirmation.getByRole("button", { name: "Delete Case" })).toBeFocused();
  await page.keyboard.press("Enter");
  await usePasskey.click();
  await expectToast(page, "Case deleted");
  await expect(page).toHaveURL("/");
});
