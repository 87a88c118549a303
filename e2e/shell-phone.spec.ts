/** The frame on a phone: the bar at the bottom and the menu behind it. */
import { buildCase } from "server/testing/factories/cases.ts";
import { expect, test } from "#e2e/support/test.ts";
import { PHONE } from "#e2e/support/viewports.ts";

test.use(PHONE);

test(
  "on a phone the bar and its menu lead everywhere",
  {
    tag: [
      "@C-SHELL-026",
      "@CI-SHELL-045",
      "@D-098",
      "@D-115",
      "@D-117",
      "@D-118",
      "@I-SHELL-039..044",
      "@I-SHELL-046..054",
    ],
  },
  async ({ login, accounts }) => {
    await test.step("an admin's bar has Cases, Create and Menu, and creates from anywhere", async () => {
      const page = await login("admin");
      await page.goto("/profile");
      await expect(page.getByRole("complementary")).toBeHidden();
      const bar = page.getByRole("navigation", { name: "Sections" });
      await expect(bar.getByRole("listitem")).toHaveText(["Cases", "Create", "Menu"]);

      // The links of the header are hidden; signing out stays.
      await page.getByRole("button", { name: "User menu" }).tap();
      await expect(page.getByRole("menuitem")).toHaveText(["Sign out"]);
      await page.keyboard.press("Escape");

      await bar.getByRole("button", { name: "Create" }).tap();
      const dialog = page.getByRole("dialog", { name: "Create New Case" });
      await expect(dialog).toBeVisible();
      await expect(page).toHaveURL("/");
      await dialog.getByRole("button", { name: "Close" }).tap();
      await page.goto("/profile");
      await bar.getByRole("link", { name: "Cases" }).tap();
      await expect(page).toHaveURL("/");
    });

    await test.step("on a case the bar has its chat in place of Create", async () => {
      const caseFile = await buildCase({ title: "Chat Family - Vanuatu Citizenship" });
      const page = await login("admin");
      await page.goto(`/case/${caseFile.caseId}`);
      const bar = page.getByRole("navigation", { name: "Sections" });
      await expect(bar.getByRole("listitem")).toHaveText(["Cases", "Chat", "Menu"]);
      await expect(page.getByRole("heading", { level: 1, name: caseFile.title })).toBeVisible();
      await bar.getByRole("button", { name: "Chat" }).tap();
      await expect(page.getByRole("dialog")).toContainText("Discussion");
    });

    await test.step("the menu names the person, leads on, and logs out by a plain link", async () => {
      const page = await login("admin");
      await page.goto("/profile");
      const opener = page.getByRole("button", { name: "Menu", exact: true });
      await opener.tap();
      const menu = page.getByRole("dialog");
      await expect(menu.getByRole("heading")).toHaveText("AAmina HaddadAdministrator");
      await expect(menu.getByRole("listitem")).toHaveText([
        "Dashboard",
        // With how many documents wait, if any do.
        /^Review( (\d+|99\+))?$/,
        "Reminders",
        "Invoices",
        "User Management",
        "Programs",
        "Bureau",
        "Profile",
        "Logout",
      ]);
      await menu.getByRole("button", { name: "Close" }).tap();
      await expect(menu).toHaveCount(0);
      await expect(opener).toBeFocused();

      await opener.tap();
      await menu.getByRole("link", { name: "Invoices" }).tap();
      await expect(page).toHaveURL("/invoices");
      await expect(menu).toHaveCount(0);
      await opener.tap();
      const logout = menu.getByRole("link", { name: "Logout" });
      await expect(logout).toHaveAttribute("href", "/api/logout");
      await logout.tap();
      await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
      await expect(page).toHaveURL("/");
      await page.goto("/profile");
      await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    });

    await test.step("who is no admin is a 'User', without Create, user management and invoices", async () => {
      const nameless = await accounts.create("agent", { firstName: "", lastName: "" });
      const page = await login(nameless);
      await page.goto("/profile");
      const bar = page.getByRole("navigation", { name: "Sections" });
      await expect(bar.getByRole("listitem")).toHaveText(["Cases", "Menu"]);
      await page.getByRole("button", { name: "Menu", exact: true }).tap();
      const menu = page.getByRole("dialog");
      await expect(menu.getByRole("heading")).toHaveText(`A${nameless.email}User`);
      await expect(menu.getByRole("listitem")).toHaveText([
        "Dashboard",
        "Review",
        "Reminders",
        "Profile",
        "Logout",
      ]);
    });
  },
);
