/** Files that a browser has saved. */
import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";

export async function downloadBy(page: Page, button: string): Promise<Download> {
  const arrival = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return arrival;
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}
