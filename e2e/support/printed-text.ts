import type { Page } from "@playwright/test";
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

/** What a print of this page says, its margins too. */
export async function printedText(page: Page): Promise<string> {
  const data = new Uint8Array(await page.pdf());
  const task = getDocument({ data, verbosity: VerbosityLevel.ERRORS });
  try {
    const pdf = await task.promise;
    const texts: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      texts.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
    }
    return texts.join("\n").replaceAll(/\s+/g, " ");
  } finally {
    await task.destroy();
  }
}
