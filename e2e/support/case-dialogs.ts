/** Ways to the dialogs about a case. */
import { expect, type Locator, type Page } from "@playwright/test";

/** From the dashboard, by the pencil of the case. */
export async function openEditCase(page: Page, title: string): Promise<Locator> {
  await page.goto("/");
  await page.getByRole("searchbox").fill(title);
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  return page.getByRole("dialog", { name: "Edit Case", exact: true });
}

/** From the header of the case. */
export async function openInformation(page: Page, caseCode: string): Promise<Locator> {
  await page.goto(`/case/${caseCode}`);
  await page.getByRole("button", { name: "Edit Case", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Case Information" });
  await expect(dialog).toBeVisible();
  return dialog;
}
