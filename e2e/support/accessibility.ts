import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What a theme can break; everything else is the same in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type Finding = { theme: string; rule: string; help: string; where: string[] };

/**
 * WCAG 2.2 AA and axe's best practices, on the page as it stands, in both themes. axe runs in the page itself: its
 * Playwright builder opens a second page for each look, which takes five times as long.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(axe.source);
  const found = await page.evaluate(lookInBothThemes, { tags: TAGS, colourRules: COLOUR_RULES });
  expect(found, "accessibility violations").toEqual([]);
}

async function lookInBothThemes(rules: {
  tags: string[];
  colourRules: string[];
}): Promise<Finding[]> {
  const { axe: engine } = window as unknown as { axe: typeof axe };
  const { dataset } = document.documentElement;
  const shown = dataset["theme"];
  const found: Finding[] = [];
  // What is out of sight and not drawn yet has the size of its placeholder, and seems to lie over the next line.
  const drawn = new CSSStyleSheet();
  drawn.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(drawn);
  for (const theme of ["light", "dark"]) {
    dataset["theme"] = theme;
    // A dialog that is still fading in has the contrast of a ghost; what follows a scroll position never ends.
    const fading = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { violations } = await engine.run(document, {
      resultTypes: ["violations"],
      runOnly:
        theme === "light"
          ? { type: "tag", values: rules.tags }
          : { type: "rule", values: rules.colourRules },
    });
    for (const { id, help, nodes } of violations)
      found.push({ theme, rule: id, help, where: nodes.map(({ html }) => html) });
  }
  document.adoptedStyleSheets.pop();
  if (shown === undefined) delete dataset["theme"];
  else dataset["theme"] = shown;
  return found;
}
