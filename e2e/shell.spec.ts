/** The frame around every screen: addresses, sidebar, menus, footer, palette, theme, and the pages everybody may read. */
import type { Response } from "@playwright/test";
import { roles } from "contract/session";
import { buildCase } from "server/testing/factories/cases.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { holdCalls } from "#e2e/support/calls.ts";
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

const SIDEBAR = {
  admin: ["Dashboard", "Profile", "Invoices", "Accountant Dashboard", "User Management"],
  agent: ["Dashboard", "Profile", "Invoices"],
  accountant: ["Dashboard", "Profile", "Accountant Dashboard"],
  client: ["Dashboard", "Profile"],
};
const USER_MENU = {
  admin: ["Profile", "Invoices", "User Management", "Sign out"],
  agent: ["Profile", "Invoices", "Sign out"],
  accountant: ["Profile", "Sign out"],
  client: ["Profile", "Sign out"],
};

const ROLES = { admin: "Admin", agent: "Agent", accountant: "Accountant", client: "Client" };

test("the application comes packed, and stays with the browser", async ({ page }) => {
  const answers: Response[] = [];
  page.on("response", (answer) => answers.push(answer));
  await page.goto("/");
  await expect(page.getByLabel("Email")).toBeVisible();
  const assets = answers.filter((answer) => /\/assets\/.*\.(js|css)$/.test(answer.url()));
  const headers = await Promise.all(assets.map((answer) => answer.allHeaders()));
  const large = headers.filter((each) => Number(each["content-length"]) >= 1024);
  expect(large.length).toBeGreaterThan(2);
  for (const each of large)
    expect(each).toMatchObject({
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
    });
});

test("every address shows its screen to an admin [CI-SHELL-005] [CI-SHELL-007] [CI-SHELL-008] [CI-SHELL-009] [CI-SHELL-010] [CI-SHELL-011] [CI-SHELL-012] [D-102]", async ({
  login,
}) => {
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

test("who is signed out reaches the sign-in, registration, password and legal pages only [I-SHELL-021] [CI-SHELL-006] [CI-SHELL-013] [CI-SHELL-014] [CI-SHELL-015] [CI-SHELL-016] [CI-SHELL-017] [CI-SHELL-018] [D-101]", async ({
  page,
}) => {
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

test(
  "the legal pages and the not-found page lead back to the dashboard [CI-SHELL-058] [CI-SHELL-059] [CI-SHELL-060] [I-SHELL-063] [C-SHELL-061] [C-SHELL-062]",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/terms");
    for (const name of ["Terms & Conditions", "Privacy Policy"]) {
      await page.getByRole("contentinfo").getByRole("link", { name }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await expect(page.getByText("Last updated: January 2025")).toBeVisible();
      expect((await page.getByRole("main").innerText()).length).toBeGreaterThan(1500);
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
    await page.getByRole("link", { name: "Back to dashboard" }).click();
    await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    await page.goto("/nowhere");
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Back to dashboard" }).click();
    await expect(page).toHaveURL("/");
  },
);

test("each role finds its own links in the sidebar and in the header [C-SHELL-002] [C-SHELL-003] [C-SHELL-004] [C-SHELL-022] [C-SHELL-023] [C-SHELL-024] [C-SHELL-025] [I-SHELL-031] [I-SHELL-032] [I-SHELL-033] [I-SHELL-034] [I-SHELL-035] [I-SHELL-036] [I-SHELL-037] [C-ROLE-022] [I-ROLE-036] [D-114] [D-116] [D-118] [D-188]", async ({
  login,
  accounts,
}) => {
  for (const role of roles) {
    const { firstName, lastName, email } = await accounts.ofRole(role);
    const page = await login(role);
    await page.goto("/profile");
    const header = page.getByRole("banner");
    await expect(header).toContainText("Case Management Portal");
    await expect(header).toContainText(role === "admin" ? "Admin Dashboard" : "Client Dashboard");

    const sidebar = page.getByRole("complementary");
    const label = role === "admin" ? "Admin" : "Client";
    await expect(sidebar.getByText(label, { exact: true })).toBeVisible();
    await expect(sidebar).toContainText(`${firstName[0]}${lastName[0]}`);
    await expect(sidebar).toContainText(`${firstName} ${lastName}`);
    await expect(sidebar).toContainText(email);
    await expect(sidebar.getByText(`· ${ROLES[role]}`)).toBeVisible();
    const expected = role === "admin" ? [...SIDEBAR.admin, "Analytics"] : SIDEBAR[role];
    await expect(sidebar.getByRole("link")).toHaveText(expected);

    await header.getByRole("button", { name: "User menu" }).click();
    await expect(page.getByRole("menuitem")).toHaveText(USER_MENU[role]);
    await expect(page.getByRole("menu")).toContainText(ROLES[role]);
    await page.keyboard.press("Escape");
    await expect(header.getByRole("button", { name: "User menu" })).toBeFocused();
  }
});

test("the links of the header lead where they say, and 'Sign out' leaves [C-SHELL-022] [C-SHELL-023] [C-SHELL-024] [C-SHELL-025]", async ({
  login,
}) => {
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

test("the sidebar collapses, and remembers it [I-SHELL-027] [I-SHELL-028] [I-SHELL-029] [I-SHELL-030] [C-CONST-006] [C-CONST-007]", async ({
  login,
}) => {
  const page = await login("admin");
  await page.goto("/profile");
  const sidebar = page.getByRole("complementary");
  const width = async () => (await sidebar.boundingBox())?.width;
  const stored = () => page.evaluate(() => localStorage.getItem("sidebar"));
  expect(await stored()).toBeNull();
  expect(await width()).toBe(256);

  await sidebar.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect.poll(width).toBe(64);
  expect(await stored()).toBe("collapsed");
  await page.reload();
  await expect(sidebar.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
  expect(await width()).toBe(64);
  await expectAccessible(page);

  // What an icon means shows after 0.7 s; its neighbours then answer at once.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
  await sidebar.getByRole("link", { name: "Invoices" }).hover();
  await page.clock.runFor(650);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(page.getByRole("tooltip")).toHaveText("Invoices");
  await page.mouse.move(600, 700, { steps: 5 });
  await page.clock.runFor(200);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await sidebar.getByRole("link", { name: "Analytics" }).hover();
  await page.clock.runFor(50);
  await expect(page.getByRole("tooltip")).toHaveText("Analytics");

  await sidebar.getByRole("button", { name: "Expand sidebar" }).click();
  expect(await stored()).toBe("expanded");
  await page.clock.runFor(300);
  await expect.poll(width).toBe(256);
});

test("a spinner shows until it is known who is signed in [CI-SHELL-020] [C-SIGN-018]", async ({
  login,
}) => {
  const page = await login("client");
  const release = await holdCalls(page, "/api/user", "GET");
  await page.goto("/profile");
  await expect(page.getByRole("status")).toHaveText("Loading...");
  await expect(page.getByRole("heading")).toHaveCount(0);
  release();
  await expect(page.getByRole("heading", { name: "Profile Settings" })).toBeVisible();
});

test("every new page begins at its top, for the eyes and for the keyboard [CI-SHELL-019]", async ({
  login,
}) => {
  const page = await login("admin");
  await page.setViewportSize({ width: 1024, height: 420 });
  await page.goto("/profile?tab=security");
  await expect(page.getByRole("heading", { name: "Trusted devices" })).toBeVisible();
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Trusted devices" })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("the first key leads past the navigation", async ({ login }) => {
  const page = await login("client");
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Profile Settings" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Back to dashboard" })).toBeFocused();
});

test("the footer names the product, the bureau and the legal pages [I-SHELL-055] [I-SHELL-056] [I-SHELL-057] [D-167]", async ({
  login,
}) => {
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

test("the theme changes with a click and stays", async ({ login }) => {
  const page = await login("client");
  await page.goto("/profile");
  const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
  expect(await theme()).toBe("light");
  await page.getByRole("button", { name: "Use dark theme" }).click();
  expect(await theme()).toBe("dark");
  await page.reload();
  await expect(page.getByRole("button", { name: "Use light theme" })).toBeVisible();
  expect(await theme()).toBe("dark");
});

test("Ctrl+K jumps to any page or case", async ({ login }) => {
  const caseFile = await buildCase({ title: "Palette Family - Vanuatu Citizenship" });
  const page = await login("admin");
  await page.goto("/profile");
  const opener = page.getByRole("button", { name: "Jump to a case or page" });
  await opener.focus();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Jump to a case or page" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await page.keyboard.type("no such thing anywhere");
  await expect(palette).toContainText("No results found.");
  await palette.getByRole("combobox").fill("analyt");
  await expect(palette.getByRole("option")).toHaveText(["Analytics"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/analytics");

  await page.keyboard.press("Control+k");
  await page.keyboard.type(caseFile.caseId.toLowerCase());
  await page.getByRole("option", { name: caseFile.title }).click();
  await expect(page.getByRole("heading", { level: 1, name: caseFile.title })).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("create case");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("dialog", { name: "Create New Case" })).toBeVisible();
});
