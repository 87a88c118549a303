/** Where things are on the screen of a case. */
import { expect, type Locator, type Page } from "@playwright/test";

export function factOf(page: Page, label: string): Locator {
  return page.getByRole("term").filter({ hasText: label }).locator("xpath=following-sibling::dd");
}

export async function expectFacts(page: Page, facts: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(facts))
    await expect(factOf(page, label)).toContainText(value);
}

export function rowOf(page: Page, name: string): Locator {
  return page.getByRole("row").filter({ hasText: name });
}

export async function openUpload(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Upload Documents" }).click();
  return page.getByRole("dialog", { name: "Upload Documents" });
}
