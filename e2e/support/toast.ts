import { expect, type Page } from "@playwright/test";

/** The one toast that is open now. Its text stands twice in the document for a second, hence the state. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const open = page.locator("li[data-state=open]");
  await expect(open).toContainText(title);
  if (description !== undefined) await expect(open).toContainText(description);
}
