import { expect, type Page } from "@playwright/test";

/** Nothing is wider than the window: on a phone a page that moves sideways feels broken. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excess, "pixels beyond the window's width").toBe(0);
}
