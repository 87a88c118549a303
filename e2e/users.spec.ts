/** User Management: who works here, who is invited, and what an admin does about it. */
import type { Locator, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { runtime } from "server/src/core/runtime.ts";
import { userInvitations } from "server/src/database/tables/user-invitations.ts";
import { users } from "server/src/database/tables/users.ts";
import { buildInvitation } from "server/testing/factories/invitations.ts";
import { breakCalls } from "#e2e/support/calls.ts";
import { choose } from "#e2e/support/controls.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";
import { PHONE } from "#e2e/support/viewports.ts";

test(
  "an admin looks up, edits and deletes users",
  {
    tag: [
      "@D-124",
      "@D-132",
      "@D-173",
      "@I-ERR-065..066",
      "@I-ERR-079..080",
      "@I-USER-001..002",
      "@I-USER-004",
      "@I-USER-006..009",
      "@I-USER-017..023",
    ],
  },
  async ({ login, accounts, faults }) => {
    await test.step("the lists name everybody, and who is still invited", async () => {
      await runtime.database.delete(userInvitations);
      await buildInvitation({ email: "open@family.example", firstName: "Ola", lastName: "Open" });
      await buildInvitation({
        email: "late@family.example",
        expiresAt: "2026-01-01T00:00:00.000Z",
      });
      await buildInvitation({ email: "used@family.example", isUsed: true });
      const admin = await accounts.ofRole("admin");
      const agent = await accounts.create("agent", {
        firstName: "عبد الرحمن",
        lastName: "المنصوري",
      });
      const page = await login("admin");
      await page.goto("/users");

      const active = page.getByRole("table", { name: "Active Users" });
      await expect(active.getByRole("columnheader")).toHaveText([
        "Name",
        "Email",
        "Role",
        "Created",
        "Actions",
      ]);
      const pending = page.getByRole("table", { name: "Pending Invitations" });
      await expect(pending.getByRole("columnheader")).toHaveText([
        "Name",
        "Email",
        "Role",
        "Invited",
        "Expires",
        "Status",
        "Actions",
      ]);
      await expect(pending).not.toContainText("used@family.example");
      await expect(rowOf(pending, "open@family.example")).toContainText("Pending");
      await expect(rowOf(pending, "late@family.example")).toContainText("Expired");

      const search = page.getByRole("searchbox", { name: "Search users" });
      await search.fill(admin.email);
      const own = rowOf(active, admin.email);
      await expect(own).toContainText("You");
      await expect(own.getByRole("button", { name: /^Edit/ })).toBeVisible();
      await expect(own.getByRole("button", { name: /^Delete/ })).toHaveCount(0);

      await search.fill("");
      await search.blur();
      await page.keyboard.press("/");
      await expect(search).toBeFocused();
      await page.keyboard.insertText(agent.email);
      await expect(active.getByRole("row")).toHaveCount(2);
      await expect(active).toContainText("عبد الرحمن المنصوري");
      await page.getByRole("searchbox").fill("nobody at all");
      await expect(page.getByText("Nobody matches this search.")).toBeVisible();
    });

    await test.step("what is wrong with a user stands at its field", async () => {
      const person = await accounts.create("client");
      const other = await accounts.ofRole("agent");
      const page = await login("admin");
      await page.goto(`/users?q=${person.email}`);
      await rowOf(page, person.email).getByRole("button", { name: /^Edit/ }).click();
      const dialog = page.getByRole("dialog", { name: "Edit User" });
      const [first, last] = [dialog.getByLabel("First name"), dialog.getByLabel("Last name")];
      const email = dialog.getByLabel("Email");
      const save = dialog.getByRole("button", { name: "Save Changes" });
      await expect(first).toHaveValue(person.firstName);
      await expect(first).toBeFocused();
      for (const field of [first, last]) await field.fill("");
      await email.fill("no address");
      await save.click();
      await expect(first).toHaveAccessibleDescription("First name is required");
      await expect(last).toHaveAccessibleDescription("Last name is required");
      await expect(email).toHaveAccessibleDescription("Invalid email address");

      await first.fill("Renée");
      await last.fill("O'Brien");
      await email.fill(other.email);
      await save.click();
      await expectToast(page, "Error", "A user with this email already exists");
      await expect(email).toHaveAccessibleDescription("A user with this email already exists");
    });

    await test.step("a user is edited", async () => {
      const person = await accounts.create("client");
      const page = await login("admin");
      await page.goto(`/users?q=${person.email}`);
      const edit = rowOf(page, person.email).getByRole("button", { name: /^Edit/ });
      await edit.click();
      const dialog = page.getByRole("dialog", { name: "Edit User" });
      await dialog.getByLabel("First name").fill("Renée");
      await dialog.getByLabel("Last name").fill("O'Brien");
      const save = dialog.getByRole("button", { name: "Save Changes" });
      await breakCalls(page, faults, { path: `/api/users/${person.id}`, method: "PATCH" });
      await save.click();
      await expectToast(page, "Error", "Failed to update user");
      await page.unrouteAll();

      await dialog.getByRole("combobox", { name: "Role" }).click();
      await expect(page.getByRole("option")).toHaveText(["Admin", "Agent", "Client", "Accountant"]);
      await page.getByRole("option", { name: "Accountant" }).click();
      await save.click();
      await expectToast(page, "User updated");
      await expect(dialog).toHaveCount(0);
      await expect(edit).toBeFocused();
      await expect(rowOf(page, person.email)).toContainText("Renée O'Brien");
      await expect(rowOf(page, person.email)).toContainText("Accountant");
    });

    await test.step("a user is deleted, and out at once", async () => {
      const person = await accounts.create("client");
      const theirs = await login(person);
      await theirs.goto("/profile");
      await expect(theirs.getByRole("heading", { name: "Profile Settings" })).toBeVisible();

      const page = await login("admin");
      await page.goto(`/users?q=${person.email}`);
      await rowOf(page, person.email)
        .getByRole("button", { name: /^Delete/ })
        .click();
      const question = page.getByRole("alertdialog");
      await expect(question.getByRole("heading")).toHaveText("Delete Layla Haddad?");
      await breakCalls(page, faults, { path: `/api/users/${person.id}`, method: "DELETE" });
      await question.getByRole("button", { name: "Delete User" }).click();
      await expectToast(page, "Failed to delete user");
      await page.unrouteAll();
      await question.getByRole("button", { name: "Delete User" }).click();
      await expectToast(page, "User deleted");
      await expect(page.getByText(person.email)).toHaveCount(0);
      await expect(page.getByRole("main")).toBeFocused();

      await theirs.reload();
      await expect(theirs.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    });

    await test.step("the last admin stays one", async () => {
      const admin = await accounts.ofRole("admin");
      // Only for a moment: the portal's first admin, and those of other journeys, are put back.
      const others = await runtime.database
        .update(users)
        .set({ isAdmin: false, role: "client" })
        .where(eq(users.isAdmin, true))
        .returning({ id: users.id });
      await runtime.database
        .update(users)
        .set({ isAdmin: true, role: "admin" })
        .where(eq(users.id, admin.id));
      const page = await login(admin);
      await page.goto(`/users?q=${admin.email}`);
      await rowOf(page, admin.email).getByRole("button", { name: /^Edit/ }).click();
      await choose(page.getByRole("dialog"), "Role", "Client");
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expectToast(page, "Error", "The last admin cannot be demoted");
      for (const { id } of others)
        await runtime.database
          .update(users)
          .set({ isAdmin: true, role: "admin" })
          .where(eq(users.id, id));
    });
  },
);

test.describe("on a phone", () => {
  test.use(PHONE);

  test(
    "users and invitations are cards that fit",
    { tag: ["@I-USER-001..002"] },
    async ({ login, accounts }) => {
      await runtime.database.delete(userInvitations);
      const { email } = await buildInvitation({
        email: `${"very.long.".repeat(6)}@family.example`,
      });
      const person = await accounts.create("client", { lastName: "von ".repeat(20) });
      const page = await login("admin");
      await page.goto(`/users?q=${person.email}`);
      const card = page.getByRole("listitem").filter({ hasText: person.email });
      await card.scrollIntoViewIfNeeded();
      await expect(page.getByRole("listitem").filter({ hasText: email })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await card.getByRole("button", { name: /^Edit/ }).tap();
      const sheet = page.getByRole("dialog", { name: "Edit User" });
      await expect(sheet.getByLabel("Email")).toHaveValue(person.email);
      await expect
        .poll(async () => {
          const box = await sheet.boundingBox();
          return box && { width: box.width, bottom: Math.round(box.y + box.height) };
        })
        .toEqual({ width: PHONE.viewport.width, bottom: PHONE.viewport.height });
    },
  );
});

function rowOf(place: Page | Locator, text: string): Locator {
  return place.getByRole("row").filter({ hasText: text });
}
