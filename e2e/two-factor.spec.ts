/** Passkeys, authenticator apps and recovery codes: setting them up, signing in with them, and roles that need one. */
import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { twoFactorApi } from "contract/two-factor";
import { runtime } from "server/src/core/runtime.ts";
import { totpSecrets } from "server/src/database/tables/totp-secrets.ts";
import { appWith } from "server/testing/authenticator-app.ts";
import { PHONE } from "#e2e/support/viewports.ts";
import { expectAccessible } from "./support/accessibility.ts";
import type { Account } from "./support/accounts.ts";
import { Faults } from "./support/faults.ts";
import { Mailbox } from "./support/mailbox.ts";
import { startPortal } from "./support/portal.ts";
import { plugInKey } from "./support/security-key.ts";
import { fillSignIn, signIn } from "./support/sign-in.ts";
import { expect, test } from "./support/test.ts";
import { expectToast } from "./support/toast.ts";

async function sayPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(password);
  await dialog.getByRole("button", { name: /^(Continue|Remove|Make new codes)$/ }).click();
}

/** Answers the codes, which are shown this once. */
async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(dialog).toBeHidden();
  return codes;
}

/** As if the half minute of the last code were over. */
async function waitForNextCode(person: Account): Promise<void> {
  const { database } = runtime;
  await database.update(totpSecrets).set({ lastStep: 0 }).where(eq(totpSecrets.userId, person.id));
}

/** To the second step of a sign-in, in a browser that the portal has never seen. */
async function meetFactor(page: Page, person: Account): Promise<void> {
  await page.goto("/");
  await fillSignIn(page, person);
  await expect(page.getByRole("heading", { name: "Verify Your Device" })).toBeVisible();
  await expectToast(page, "Verification Required", "Please confirm that it is you.");
}

test(
  "an authenticator app is set up, with recovery codes, signs in, and is removed",
  { tag: ["@asvs-70"] },
  async ({ login, accounts, page, apiAs, mailbox }) => {
    await test.step("an authenticator app is set up, with recovery codes, and removed", async () => {
      const person = await accounts.create("agent");
      const page = await login(person);
      await page.goto("/profile?tab=security");
      await expect(page.getByRole("heading", { name: "Two-step sign-in" })).toBeVisible();
      await page.getByRole("button", { name: "Set up" }).click();
      await sayPassword(page, "Not-the-password-1");
      const password = page.getByLabel("Current password");
      await expect(password).toHaveAccessibleDescription("Current password is incorrect");
      await sayPassword(page, person.password);
      const qrCode = page.getByRole("img", { name: "QR code with the key for your app" });
      await expect(qrCode).toBeVisible();
      await expectAccessible(page);

      const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
      const app = appWith(key.replaceAll(" ", ""));
      await page.getByLabel("Code from the app").fill(app(7));
      await page.getByRole("button", { name: "Confirm" }).click();
      await expectToast(page, "Error", "This code is not right.");
      await page.getByLabel("Code from the app").fill(app());
      await page.getByRole("button", { name: "Confirm" }).click();
      await expectToast(page, "Authenticator app added");
      await keepRecoveryCodes(page);
      await expect(page.getByText("10 codes left")).toBeVisible();
      await expectAccessible(page);

      await page.getByRole("button", { name: "Remove authenticator app" }).click();
      await sayPassword(page, person.password);
      await expectToast(page, "Authenticator app removed", "Other devices have been signed out.");
      await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
      await expect(page.getByText("Recovery codes")).toBeHidden();
    });

    await test.step("an authenticator app or a recovery code is asked for in place of a code by mail", async () => {
      const person = await accounts.create("agent");
      const api = await apiAs(person);
      const body = { currentPassword: person.password };
      const { secret } = await api.call(twoFactorApi.startTotp, { body });
      const app = appWith(secret);
      const shown = app();
      const { recoveryCodes } = await api.call(twoFactorApi.confirmTotp, { body: { code: shown } });

      await meetFactor(page, person);
      const code = page.getByLabel("Code from your authenticator app");
      await expect(code).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByText("OTP must be 6 digits")).toBeVisible();
      await code.fill(shown);
      await page.getByRole("button", { name: "Verify Code" }).click();
      // It proved the app a moment ago, and works once.
      await expectToast(page, "Verification failed", "Invalid verification code");
      await waitForNextCode(person);
      await code.fill(app());
      await page.getByRole("button", { name: "Verify Code" }).click();
      await expectToast(page, "Verification successful", "Welcome to your portal!");
      const subjects = (await mailbox.mailsTo(person.email)).map((mail) => mail.subject);
      expect(subjects).not.toContain("Your verification code");

      await page.context().clearCookies();
      await meetFactor(page, person);
      await page.getByRole("button", { name: "Use a recovery code" }).click();
      await expect(page.getByLabel("Recovery code")).toBeFocused();
      await page.getByRole("button", { name: "Verify Code" }).click();
      await expect(page.getByText("Enter a recovery code")).toBeVisible();
      await page.getByLabel("Recovery code").fill(String(recoveryCodes?.[0]).toUpperCase());
      await page.getByRole("button", { name: "Verify Code" }).click();
      await expectToast(page, "Verification successful");
      await page.goto("/profile?tab=security");
      await expect(page.getByText("9 codes left")).toBeVisible();
    });
  },
);

test.describe("in the hand", () => {
  test.use(PHONE);

  test(
    "a passkey is added in the browser and signs in by itself",
    { tag: ["@asvs-70"] },
    async ({ page, accounts, mailbox }) => {
      const person = await accounts.create("admin");
      const devtools = await plugInKey(page);
      await signIn(page, person, mailbox);
      await expectToast(page, "Verification successful");
      await page.goto("/profile?tab=security");
      await page.getByRole("button", { name: "Add passkey" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Blue key");
      await sayPassword(page, person.password);
      await expectToast(page, "Passkey added");
      await keepRecoveryCodes(page);
      await expect(page.getByText("Not used yet")).toBeVisible();

      await page.context().clearCookies();
      await meetFactor(page, person);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Use your passkey" }).click();
      await expectToast(page, "Verification successful");
      await page.goto("/profile?tab=security");
      await expect(page.getByText(/Last used: /).first()).toBeVisible();

      await devtools.send("WebAuthn.disable");
      await page.getByRole("button", { name: "Remove Blue key" }).click();
      await sayPassword(page, person.password);
      await expectToast(page, "Passkey removed");
      await expect(page.getByText("Blue key", { exact: true })).toBeHidden();
    },
  );
});

test("a role that needs a factor is led to the Security tab, and to nothing else", async ({
  browser,
}) => {
  // It starts a portal of its own.
  test.slow();
  const portal = await startPortal("strong-factors", { REQUIRE_STRONG_FACTOR: "admin" });
  const faults = new Faults(portal.origin);
  const context = await browser.newContext({ baseURL: portal.origin });
  faults.watch(context);
  try {
    const page = await context.newPage();
    await plugInKey(page);
    await signIn(page, portal.admin, new Mailbox(portal.dataDirectory));
    await expect(page).toHaveURL("/profile?tab=security");
    await expect(
      page.getByText(/^Your role needs a passkey or an authenticator app/),
    ).toBeVisible();
    await expect(page.getByRole("tab")).toHaveText(["General", "Security"]);
    await expectAccessible(page);
    await page.goto("/users");
    await expect(page).toHaveURL("/profile?tab=security");

    await page.getByRole("button", { name: "Add passkey" }).click();
    await sayPassword(page, portal.admin.password);
    await keepRecoveryCodes(page);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await page.goto("/users");
    await expect(page.getByRole("heading", { name: "User Management" })).toBeVisible();
    expect(faults.unexpected()).toEqual([]);
  } finally {
    await context.close();
    await portal.stop();
  }
});
