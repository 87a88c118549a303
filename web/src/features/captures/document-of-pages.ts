/** Makes one file of the pages: a picture of one, a PDF of several, drawn smaller until it may be sent. */
import { uploadRules } from "contract/files";
import { type Drawing, drawings, drawPage } from "./page-drawing.ts";
import type { Page } from "./pages.ts";

export class TooLargeTogether extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super("The pages are too large together");
    this.bytes = bytes;
  }
}

/** How pages are drawn and joined; tests, whose browser has no canvas, say it themselves. */
export type Making = {
  readonly draw: (page: Page, drawing: Drawing) => Promise<Blob>;
  readonly join: (pictures: readonly Blob[]) => Promise<Blob>;
};

const making: Making = {
  draw: drawPage,
  join: async (pictures) => (await import("./pages-pdf.ts")).pdfOf(pictures),
};

/** Fetched while the second page is looked at, so that sending does not wait for it. */
export function fetchPdfMaker(): void {
  import("./pages-pdf.ts").catch(() => undefined);
}

export async function documentOf(
  pages: readonly Page[],
  label: string,
  { draw, join }: Making = making,
): Promise<File> {
  let bytes = 0;
  for (const drawing of drawings) {
    const pictures: Blob[] = [];
    // One after the other: a phone has memory for one large canvas.
    for (const page of pages) pictures.push(await draw(page, drawing));
    const [first] = pictures;
    const whole = pictures.length === 1 && first !== undefined ? first : await join(pictures);
    bytes = whole.size;
    if (bytes <= uploadRules.caseDocument.maxBytes) return fileOf(whole, label);
  }
  throw new TooLargeTogether(bytes);
}

function fileOf(whole: Blob, label: string): File {
  const ending = whole.type === "application/pdf" ? "pdf" : "jpg";
  // A stroke in a name would be taken for a folder.
  return new File([whole], `${label.replace(/\s*[/\\]\s*/g, " - ")}.${ending}`, {
    type: whole.type,
  });
}
