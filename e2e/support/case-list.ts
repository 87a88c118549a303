/** What the dashboard lists. */
import type { Locator, Page } from "@playwright/test";

export function cardOf(page: Page, title: string): Locator {
  return page.getByRole("article").filter({ hasText: title });
}

export function titlesOf(page: Page): Promise<string[]> {
  return page.getByRole("article").getByRole("heading").allTextContents();
}

/** The heads of the groups that are open, with their counts. */
export function groupsOf(page: Page): Promise<string[]> {
  const heads = page.getByRole("main").getByRole("button", { expanded: true });
  return heads.filter({ has: page.locator("span") }).allTextContents();
}
