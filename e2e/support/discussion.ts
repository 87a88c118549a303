/** Writing and reading in the open discussion of a case. */
import { expect, type Locator, type Page } from "@playwright/test";
import { pickFiles } from "./controls.ts";
import type { SampleFile } from "./sample-files.ts";

export function attach(page: Page, file: SampleFile): Promise<void> {
  return pickFiles(page.getByRole("dialog"), [file]);
}

export async function write(page: Page, message: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(message);
  await page.keyboard.press("Enter");
  await expect(messageIn(page, message)).toBeVisible();
}

export function messageIn(page: Page, message: string): Locator {
  return page.getByRole("dialog").getByRole("article").filter({ hasText: message });
}
