/** The ways in by mail: an invitation that becomes an account, and a new password. */
import type { Locator, Page } from "@playwright/test";
import { api } from "contract/api";
import { createToken, fingerprintOf } from "server/src/core/secrets.ts";
import { userInvitations } from "server/src/database/tables/user-invitations.ts";
import { buildInvitation } from "server/testing/factories/invitations.ts";
import { breakCalls, holdCalls } from "#e2e/support/calls.ts";
import { fillSignIn } from "#e2e/support/sign-in.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

const PASSWORD = "Harbour-lights-at-9";
const INVALID = "This invitation is invalid, expired, or has already been used.";

test(
  "an invited person makes an account",
  {
    tag: [
      "@I-ERR-087",
      "@I-REG-001..007",
      "@I-REG-011",
      "@I-REG-031..034",
      "@I-REG-041",
      "@I-REG-047",
    ],
  },
  async ({ page }) => {
    const { email, link } = await invite({
      firstName: "Ivy",
      lastName: "",
      expiresAt: "2030-03-04T20:30:00.000Z",
    });
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Complete Registration" })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText("This invitation expires on 5 Mar 2030, 12:30 AM")).toBeVisible();

    const [first, last] = [page.getByLabel("First Name"), page.getByLabel("Last Name")];
    const password = page.getByLabel("Password", { exact: true });
    await expect(first).toHaveValue("Ivy");
    await first.fill("");
    const submit = page.getByRole("button", { name: "Complete Registration" });
    await submit.click();
    await expect(first).toHaveAccessibleDescription("First name is required");
    await expect(last).toHaveAccessibleDescription("Last name is required");
    await expect(password).toHaveAccessibleDescription("Password must be at least 8 characters");

    await first.fill("Ivy");
    await last.fill("Okafor");
    await expectRules(page, ["not met yet", "not met yet", "not met yet"]);
    await password.fill("harbours");
    await expectRules(page, ["met", "not met yet", "not met yet"]);
    await expect(password).toHaveAccessibleDescription(
      "Password must contain at least one uppercase letter",
    );
    await password.fill("Harbours");
    await expectRules(page, ["met", "met", "not met yet"]);
    await expect(password).toHaveAccessibleDescription("Password must contain at least one number");
    await password.fill(PASSWORD);
    await expectRules(page, ["met", "met", "met"]);
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(password).toHaveAttribute("type", "text");

    const release = await holdCalls(page, "/api/complete-registration", "POST");
    await submit.click();
    await expect(page.getByRole("button", { name: "Creating Account..." })).toBeVisible();
    release();
    await expectToast(
      page,
      "Registration completed",
      "Your account has been created successfully. You can now log in.",
    );
    await expect(page).toHaveURL("/");
    await fillSignIn(page, { email, password: PASSWORD });
    await expect(page.getByRole("heading", { name: "Verify Your Device" })).toBeVisible();

    await page.goto(link);
    await expectOutcome(page, "Invalid Invitation", INVALID);
    await page.getByRole("link", { name: "Go to Login" }).click();
    await expect(page).toHaveURL("/");
  },
);

test(
  "a forgotten password is replaced by the link from the mail",
  {
    tag: [
      "@D-127",
      "@D-128",
      "@I-REG-012..019",
      "@I-REG-023..029",
      "@I-REG-035",
      "@I-REG-037..039",
      "@I-REG-042..043",
      "@I-REG-045",
      "@I-REG-047",
    ],
  },
  async ({ page, faults, accounts, apiAs, mailbox }) => {
    await test.step("a forgotten password: the answer is the same for everybody", async () => {
      await page.goto("/forgot-password");
      const email = page.getByLabel("Email");
      const submit = page.getByRole("button", { name: "Send Reset Link" });
      await email.fill("not an address");
      await submit.click();
      await expect(email).toHaveAccessibleDescription("Please enter a valid email address");

      await email.fill("nobody.knows@family.example");
      await breakCalls(page, faults, { path: "/api/forgot-password", method: "POST" });
      await submit.click();
      await expect(page.getByRole("alert")).toHaveText("Failed to send the reset link");
      await page.unrouteAll();
      await submit.click();
      const outcome = page.getByRole("status").filter({ hasText: "Check Your Email" });
      await expect(outcome).toContainText(
        "If an account with that email exists, we've sent you a password reset link.",
      );
      await expect(outcome).toContainText("The link expires in 1 hour.");
      await expect(outcome).toContainText("check your spam folder");
      await page.getByRole("link", { name: "Back to Login" }).click();
      await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    });

    await test.step("a new password is set with the link from the mail", async () => {
      const person = await accounts.create("client");
      const { email } = person;
      await (await apiAs(person)).call(api.session.forgotPassword, { body: { email } });
      const { pathname, search, searchParams } = new URL(
        await mailbox.waitForLink(email, "/reset-password"),
      );
      const check = `/api/reset-password/${searchParams.get("token")}/validate`;
      const release = await holdCalls(page, check, "GET");
      await page.goto(pathname + search);
      await expect(page.getByRole("status")).toHaveText("Validating reset link...");
      release();

      const password = page.getByLabel("New Password", { exact: true });
      const repeated = page.getByLabel("Confirm New Password");
      const submit = page.getByRole("button", { name: "Update Password" });
      await submit.click();
      await expect(password).toHaveAccessibleDescription("Password must be at least 8 characters");
      await expect(repeated).toHaveAccessibleDescription("Please confirm your password");
      await password.fill(PASSWORD);
      await expectRules(page, ["met", "met", "met"]);
      await repeated.fill("Something-else-9");
      await submit.click();
      await expect(repeated).toHaveAccessibleDescription("Passwords don't match");

      await repeated.fill(PASSWORD);
      await page.clock.install();
      await submit.click();
      const done = page.getByRole("status").filter({ hasText: "Password Reset Successfully" });
      await expect(done).toContainText(
        "You will be redirected to the login page in a few seconds...",
      );
      await expect(done.getByRole("button", { name: "Go to Login Now" })).toBeVisible();
      await page.clock.runFor(1900);
      await expect(done).toBeVisible();
      await page.clock.runFor(1200);
      await expect(page).toHaveURL("/");
      await fillSignIn(page, { email, password: PASSWORD });
      await expect(page.getByRole("heading", { name: "Verify Your Device" })).toBeVisible();
    });
  },
);

async function invite(input: Partial<typeof userInvitations.$inferInsert>) {
  const token = createToken();
  const { email } = await buildInvitation({ ...input, token: fingerprintOf(token) });
  return { email, link: `/complete-registration?token=${token}` };
}

async function expectOutcome(page: Page, title: string, text: string): Promise<void> {
  const outcome: Locator = page.getByRole("alert").filter({ hasText: title });
  await expect(outcome.getByRole("heading", { name: title })).toBeVisible();
  await expect(outcome).toContainText(text);
}

async function expectRules(page: Page, states: [string, string, string]): Promise<void> {
  const rules = ["At least 8 characters", "One uppercase letter", "One number"];
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText(
    rules.map((rule, place) => `${rule}(${states[place]})`),
  );
}
