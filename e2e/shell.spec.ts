/** The frame around every screen: addresses, sidebar, menus, footer, palette, theme, and the pages everybody may read. */
import type { Response } from "@playwright/test";
import { roles } from "contract/session";
import { buildCase } from "server/testing/factories/cases.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";

const PAGES = {
  "/": "All Cases",
  "/profile": "Profile Settings",
  "/users": "User Management",
  "/invoices": "Invoices",
  "/accountant-invoices": "Accountant Dashboard",
  "/analytics": "Analytics Dashboard",
};
const OPEN_PAGES = {
  "/complete-registration": "Invalid Invitation",
  "/forgot-password": "Forgot your password?",
  "/reset-password": "Invalid Reset Link",
  "/terms": "Terms & Conditions",
  "/privacy": "Privacy Policy",
  "/no/such/page": "Page Not Found",
};

/** With how many documents wait, if any do. */
const REVIEW = /^Review( (\d+|99\+))?$/;
const SIDEBAR = {
  admin: [
    "Dashboard",
    REVIEW,
    "Reminders",
    "Invoices",
    "Accountant Dashboard",
    "User Management",
    "Analytics",
    "Programs",
    "Bureau",
    "Profile",
  ],
  agent: ["Dashboard", REVIEW, "Reminders", "Invoices", "Profile"],
  accountant: ["Dashboard", "Accountant Dashboard", "Profile"],
  client: ["Dashboard", "Profile"],
};
const USER_MENU = {
  admin: ["Profile", "Invoices", "User Management", "Sign out"],
  agent: ["Profile", "Invoices", "Sign out"],
  accountant: ["Profile", "Sign out"],
  client: ["Profile", "Sign out"],
};

const ROLES = { admin: "Admin", agent: "Agent", accountant: "Accountant", client: "Client" };

test(
  "every address shows its screen, or the sign-in, or that there is none",
  {
    tag: [
      "@C-SHELL-061..062",
      "@CI-SHELL-005..018",
      "@CI-SHELL-058..060",
      "@D-101",
      "@D-102",
      "@I-SHELL-021",
      "@I-SHELL-063",
    ],
  },
  async ({ page, login }) => {
    await test.step("the application comes packed, and stays with the browser", async () => {
      const answers: Response[] = [];
      page.on("response", (answer) => answers.push(answer));
      await page.goto("/");
      await expect(page.getByLabel("Email")).toBeVisible();
      const assets = answers.filter((answer) => /\/assets\/.*\.(js|css)$/.test(answer.url()));
      // Asked anew: the browser may have kept them from an earlier journey.
      const fetched = await Promise.all(
        assets.map((answer) =>
          page.request.get(answer.url(), { headers: { "accept-encoding": "br" } }),
        ),
      );
      const headers = fetched.map((answer) => answer.headers());
      const large = headers.filter((each) => Number(each["content-length"]) >= 1024);
      expect(large.length).toBeGreaterThan(2);
      for (const each of large)
        expect(each).toMatchObject({
          "content-encoding": "br",
          "cache-control": "public, max-age=31536000, immutable",
        });
    });

    await test.step("every address shows its screen to an admin", async () => {
      const caseFile = await buildCase({ title: "Rahal Family - Nauru Citizenship" });
      const page = await login("admin");
      for (const [path, heading] of Object.entries({
        ...PAGES,
        [`/case/${caseFile.caseId}`]: caseFile.title,
        ...OPEN_PAGES,
      })) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      }
    });

    await test.step("who is signed out reaches the sign-in, registration, password and legal pages only", async () => {
      for (const path of [...Object.keys(PAGES), "/case/VU-2026-0001"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
        await expect(page).toHaveURL(path);
      }
      for (const [path, heading] of Object.entries(OPEN_PAGES)) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      }
    });

    await test.step("the legal pages and the not-found page lead back to the dashboard", async () => {
      await page.goto("/terms");
      for (const name of ["Terms & Conditions", "Privacy Policy"]) {
        await page.getByRole("contentinfo").getByRole("link", { name }).click();
        await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
        await expect(page.getByText("Last updated: January 2025")).toBeVisible();
        expect((await page.getByRole("main").innerText()).length).toBeGreaterThan(1500);
        await expectNoSidewaysScroll(page);
      }
      await page.getByRole("link", { name: "Back to dashboard" }).click();
      await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
      await page.goto("/nowhere");
      await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
      await page.getByRole("link", { name: "Back to dashboard" }).click();
      await expect(page).toHaveURL("/");
    });
  },
);

test(
  "each role finds its own links, and the footer, and leaves by them",
  {
    tag: [
      "@C-ROLE-022",
      "@C-SHELL-002..004",
      "@C-SHELL-022..025",
      "@D-114",
      "@D-116",
      "@D-118",
      "@D-167",
      "@D-188",
      "@I-ROLE-036",
      "@I-SHELL-031..037",
      "@I-SHELL-055..057",
    ],
  },
  async ({ login, accounts }) => {
    await test.step("each role finds its own links in the sidebar and in the header", async () => {
      for (const role of roles) {
        const { firstName, lastName, email } = await accounts.ofRole(role);
        const page = await login(role);
        await page.goto("/profile");
        const header = page.getByRole("banner");
        await expect(header).toContainText("Case Management Portal");
        await expect(header).toContainText(
          role === "admin" ? "Admin Dashboard" : "Client Dashboard",
        );

        const sidebar = page.getByRole("complementary");
        const label = role === "admin" ? "Admin" : "Client";
        await expect(sidebar.getByText(label, { exact: true })).toBeVisible();
        await expect(sidebar).toContainText(`${firstName[0]}${lastName[0]}`);
        await expect(sidebar).toContainText(`${firstName} ${lastName}`);
        await expect(sidebar).toContainText(email);
        await expect(sidebar.getByText(`· ${ROLES[role]}`)).toBeVisible();
        await expect(sidebar.getByRole("link")).toHaveText(SIDEBAR[role]);

        await header.getByRole("button", { name: "User menu" }).click();
        await expect(page.getByRole("menuitem")).toHaveText(USER_MENU[role]);
        await expect(page.getByRole("menu")).toContainText(ROLES[role]);
        await page.keyboard.press("Escape");
        await expect(header.getByRole("button", { name: "User menu" })).toBeFocused();
      }
    });

    await test.step("the links of the header lead where they say, and 'Sign out' leaves", async () => {
      const page = await login("admin");
      await page.goto("/");
      for (const [name, path] of [
        ["Invoices", "/invoices"],
        ["User Management", "/users"],
        ["Profile", "/profile"],
      ] as const) {
        await page.getByRole("button", { name: "User menu" }).click();
        await page.getByRole("menuitem", { name }).click();
        await expect(page).toHaveURL(path);
      }
      await page.getByRole("button", { name: "User menu" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    });

    await test.step("the footer names the product, the bureau and the legal pages", async () => {
      const page = await login("client");
      await page.goto("/profile");
      const footer = page.getByRole("contentinfo");
      await expect(footer).toContainText("Case Management Portal · Example Bureau");
      await expect(footer).toContainText("All rights reserved. 2025.");
      await expect(footer.locator("svg")).toBeVisible();
      await expect(footer.getByRole("link")).toHaveText(["Terms & Conditions", "Privacy Policy"]);
      const targets = footer.getByRole("link");
      await expect(targets.first()).toHaveAttribute("href", "/terms");
      await expect(targets.last()).toHaveAttribute("href", "/privacy");
    });
  },
);
