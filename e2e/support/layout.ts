import { expect, type Locator, type Page } from "@playwright/test";

/** Nothing is wider than the window: on a phone a page that moves sideways feels broken. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excess, "pixels beyond the window's width").toBe(0);
}

/** What is pressed is 44 pixels each way for a finger, with what its `reach` adds around it. */
export async function expectTouchTargets(place: Locator): Promise<void> {
  const small = await place.locator("a, button").evaluateAll((targets) =>
    targets
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .map((target) => {
        const box = target.getBoundingClientRect();
        const reach = getComputedStyle(target, "::after");
        const side = (name: "width" | "height") =>
          Math.round(Math.max(box[name], Number.parseFloat(reach[name]) || 0));
        return {
          name: target.ariaLabel ?? target.textContent,
          size: [side("width"), side("height")],
        };
      })
      .filter(({ size }) => size.some((side) => side < 44)),
  );
  expect(small, "targets under 44 pixels").toEqual([]);
}
