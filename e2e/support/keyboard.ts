import type { Locator, Page } from "@playwright/test";

const MOST_STEPS = 60;

/** As somebody does who has a keyboard alone. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The Tab key does not come here");
}
