/** What a finger does to a toast; the rest of its life is told by web/src/ui/toaster.test.tsx. */
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/test.ts";

test(
  "a toast goes when it is swept 50 pixels to the right",
  { tag: ["@C-CONST-004"] },
  async ({ login }) => {
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
