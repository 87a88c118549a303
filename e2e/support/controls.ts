/** Hands on the controls that are no plain fields. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Locator, type Page, test } from "@playwright/test";
import type { SampleFile } from "./sample-files.ts";

type Place = Page | Locator;

/** Opens a select and takes one of its options. */
export async function choose(place: Place, label: string, option: string): Promise<void> {
  await place.getByRole("combobox", { name: label, exact: true }).click();
  await pageOf(place).getByRole("option", { name: option, exact: true }).click();
}

/** Opens a searchable list, types, and takes the option that is left. */
export async function searchAndChoose(place: Place, label: string, option: string): Promise<void> {
  await place.getByRole("combobox", { name: label, exact: true }).click();
  await pageOf(place).keyboard.insertText(option);
  await pageOf(place).getByRole("option", { name: option, exact: true }).click();
}

/**
 * Through the file picker of the first upload in a place, as files on a disk: sent through the protocol of the browser
 * ten megabytes take longer than everything else in a journey.
 */
export async function pickFiles(place: Place, files: readonly SampleFile[]): Promise<void> {
  const directory = test.info().outputPath("picked");
  await mkdir(directory, { recursive: true });
  const paths = files.map(({ name }) => join(directory, name));
  await Promise.all(files.map(({ buffer }, at) => writeFile(paths[at] ?? "", buffer)));
  await place.locator("input[type=file]").first().setInputFiles(paths);
}

/** Files dragged from the desktop onto the first dropzone in a place; a real drop event with real bytes. */
export async function dropFiles(place: Place, files: readonly SampleFile[]): Promise<void> {
  const target = place.locator("div:has(> input[type=file])").first();
  const items = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString("base64"),
  }));
  const transfer = await target.page().evaluateHandle((dropped) => {
    const data = new DataTransfer();
    for (const { name, mimeType, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: mimeType }));
    }
    return data;
  }, items);
  for (const type of ["dragenter", "dragover", "drop"])
    await target.dispatchEvent(type, { dataTransfer: transfer });
}

function pageOf(place: Place): Page {
  return "page" in place ? place.page() : place;
}
