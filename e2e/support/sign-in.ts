/** Signing in by hand, as people do; journeys about anything else use `login`. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Mailbox } from "./mailbox.ts";
import { expectToast } from "./toast.ts";

export type Credentials = { email: string; password: string };

/** An unknown device is asked for the code from the mail. */
export async function signIn(page: Page, person: Credentials, mailbox: Mailbox): Promise<void> {
  const known = (await mailbox.mailsTo(person.email)).length;
  await page.goto("/");
  await fillSignIn(page, person);
  await expect(page.getByRole("heading", { name: "Verify Your Device" })).toBeVisible();
  await expectToast(page, "Verification Required");
  await page.getByLabel("Verification code").fill(await mailbox.waitForCode(person.email, known));
  await page.getByRole("button", { name: "Verify Code" }).click();
}

export async function fillSignIn(
  place: Page | Locator,
  { email, password }: Credentials,
): Promise<void> {
  await place.getByLabel("Email").fill(email);
  await place.getByLabel("Password", { exact: true }).fill(password);
  await place.getByRole("button", { name: "Sign in" }).click();
}
