/** What the frame does under the hand: sidebar, theme, palette, and where a page begins. */
import { buildCase } from "server/testing/factories/cases.ts";
import { holdCalls } from "#e2e/support/calls.ts";
import { expect, test } from "#e2e/support/test.ts";
import { DESKTOP } from "#e2e/support/viewports.ts";

test(
  "the frame collapses, starts each page at its top, and jumps by keyboard",
  { tag: ["@C-CONST-006..007", "@C-SIGN-018", "@CI-SHELL-019..020", "@I-SHELL-027..030"] },
  async ({ login }) => {
    await test.step("a spinner shows until it is known who is signed in", async () => {
      const page = await login("client");
      const release = await holdCalls(page, "/api/user", "GET");
      await page.goto("/profile");
      await expect(page.getByRole("status")).toHaveText("Loading...");
      await expect(page.getByRole("heading")).toHaveCount(0);
      release();
      await expect(page.getByRole("heading", { name: "Profile Settings" })).toBeVisible();
    });

    await test.step("the first key leads past the navigation", async () => {
      const page = await login("client");
      await page.goto("/profile");
      await expect(page.getByRole("heading", { name: "Profile Settings" })).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Back to dashboard" })).toBeFocused();
    });

    await test.step("the theme changes with a click and stays", async () => {
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

    await test.step("Ctrl+K jumps to any page or case", async () => {
      const caseFile = await buildCase({ title: "Palette Family - Vanuatu Citizenship" });
      const page = await login("admin");
      await page.goto("/profile");
      const opener = page.getByRole("button", { name: "Jump to a case or page" });
      await opener.focus();
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: "Jump to a case or page" });
      await expect(palette.getByRole("combobox")).toBeFocused();
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

    await test.step("every new page begins at its top, for the eyes and for the keyboard", async () => {
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

    await test.step("the sidebar collapses, and remembers it", async () => {
      const page = await login("admin");
      await page.setViewportSize(DESKTOP.viewport);
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
  },
);
