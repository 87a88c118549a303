/** Another email for the own account: asked for in the profile, confirmed or cancelled by the links in two mails. */
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";
import { PHONE } from "#e2e/support/viewports.ts";

test.describe("in the hand", () => {
  test.use(PHONE);

  test("another address wants the password, waits to be confirmed, and can be cancelled from both sides [D-131]", async ({
    login,
    accounts,
    mailbox,
    page: elsewhere,
  }) => {
    const person = await accounts.create("client");
    const page = await login(person);
    const email = page.getByLabel("Email");
    const password = page.getByLabel("Current password", { exact: true });
    const ask = async (address: string) => {
      await email.fill(address);
      await password.fill(person.password);
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByText(`Waiting for ${address} to be confirmed`)).toBeVisible();
    };
    await page.goto("/profile");
    await expect(password).toBeHidden();
    await email.fill(`first-${person.email}`);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(password).toHaveAccessibleDescription(
      "Enter your current password to change your email",
    );
    await password.fill("Wrong-Horse-7");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expectToast(page, "Error", "Enter your current password to change your email");
    await expect(email).toHaveValue(`first-${person.email}`);

    await ask(`first-${person.email}`);
    await expect(email).toHaveValue(person.email);
    await expect(password).toBeHidden();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expectToast(page, "Cancelled", "Your email stays as it is.");
    await expect(page.getByText("Waiting for")).toBeHidden();
    await elsewhere.goto(await mailbox.waitForLink(`first-${person.email}`, "/confirm-email"));
    await expect(elsewhere.getByRole("heading", { name: "Invalid link" })).toBeVisible();

    await ask(`second-${person.email}`);
    await elsewhere.goto(await mailbox.waitForLink(`second-${person.email}`, "/confirm-email"));
    await expect(
      elsewhere.getByRole("heading", { name: "Your email has been changed" }),
    ).toBeVisible();
    await expectAccessible(elsewhere);
    await expect(page.getByText("Waiting for")).toBeHidden();
    await expect(email).toHaveValue(`second-${person.email}`);

    await ask(`third-${person.email}`);
    await elsewhere.goto(await mailbox.waitForLink(`second-${person.email}`, "/keep-email"));
    const keep = elsewhere.getByRole("button", { name: "Cancel the change" });
    await expect(keep).toBeVisible();
    await expectAccessible(elsewhere);
    await keep.click();
    await expect(
      elsewhere.getByRole("heading", { name: "Your email stays as it is" }),
    ).toBeVisible();
    await expect(elsewhere.getByRole("link", { name: "Set a new password" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  });
});
