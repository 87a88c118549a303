import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What a theme can break; everything else is the same in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** WCAG 2.2 AA and axe's best practices, on the page as it stands, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  const shown = await readTheme(page);
  for (const theme of ["light", "dark"]) {
    await showTheme(page, theme);
    await settleAnimations(page);
    const axe = new AxeBuilder({ page });
    const { violations } = await (
      theme === "light" ? axe.withTags(TAGS) : axe.withRules(COLOUR_RULES)
    ).analyze();
    const found = violations.map((violation) => ({
      rule: violation.id,
      help: violation.help,
      where: violation.nodes.map((node) => node.html),
    }));
    expect(found, `accessibility violations in the ${theme} theme`).toEqual([]);
  }
  await showTheme(page, shown);
}

function readTheme(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.dataset["theme"] ?? "light");
}

async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset["theme"] = name;
  }, theme);
}

/** A dialog that is still fading in has the contrast of a ghost. */
async function settleAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      // One that follows a scroll position never ends.
      .filter(({ timeline }) => timeline === document.timeline)
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
}
