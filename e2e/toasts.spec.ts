/** Toasts: one at a time, for five seconds, reached with F8, swept away to the right. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

test(
  "a toast makes room for the next, is reached by F8 and swept away",
  { tag: ["@C-CONST-001", "@C-CONST-003..005"] },
  async ({ login }) => {
    await test.step("F8 leads to the toast, and Escape closes it", async () => {
      const page = await login("client");
      await page.goto("/profile");
      await offerPicture(page, "notes.pdf", 10);
      await expectToast(page, "Error");
      await page.keyboard.press("F8");
      await expect(
        page.getByRole("region", { name: /^Notifications/ }).getByRole("list"),
      ).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(page.locator("li[data-state=open]")).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(page.locator("li[data-state=open]")).toHaveCount(0);
    });

    await test.step("a toast goes when it is swept 50 pixels to the right", async () => {
      const page = await login("client");
      await page.goto("/profile");
      await offerPicture(page, "notes.pdf", 10);
      const toast = page.locator("li[data-state=open]");
      await expect(toast).toBeVisible();
      await expect(toast).toHaveAttribute("data-swipe-direction", "right");
      await sweep(page, 40);
      await expect(toast).toHaveAttribute("data-swipe", "cancel");
      await sweep(page, -80);
      await expect(toast).toBeVisible();
      await sweep(page, 60);
      await expect(toast).toHaveCount(0);
    });

    await test.step("a new toast takes the place of the old one, which would have stayed five seconds", async () => {
      const page = await login("client");
      await page.goto("/profile");
      await expect(page.getByRole("button", { name: "Change picture" })).toBeVisible();
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 10_000);
      await offerPicture(page, "notes.pdf", 10);
      await expectToast(page, "Error", "Please select an image file");
      await page.clock.runFor(3000);
      await offerPicture(page, "huge.png", 5 * 1024 * 1024);
      await expectToast(page, "Error", "File size must be less than 5MB");
      await expect(page.locator("li[data-state]")).toHaveCount(1);
      await page.clock.runFor(4900);
      await expect(page.locator("li[data-state=open]")).toHaveCount(1);
      await page.clock.runFor(200);
      await expect(page.locator("li[data-state=open]")).toHaveCount(0);
    });
  },
);

/** The profile refuses the file before it is sent, and says so in a toast. */
async function offerPicture(page: Page, name: string, size: number): Promise<void> {
  const picker = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Change picture" }).click();
  const mimeType = name.endsWith(".png") ? "image/png" : "application/pdf";
  await (await picker).setFiles({ name, mimeType, buffer: Buffer.alloc(size) });
}

async function sweep(page: Page, distance: number): Promise<void> {
  const box = await page.locator("li[data-state=open]").boundingBox();
  if (box === null) throw new Error("There is no toast to sweep");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance, y, { steps: 6 });
  await page.mouse.up();
}
