/** Pages of a PDF as a reader sees them: their dots, and the words with their places. */
import { createCanvas } from "@napi-rs/canvas";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** So many dots a point. */
const SCALE = 1;

export type Dot = { red: number; green: number; blue: number };
export type Word = { text: string; direction: string; x: number; y: number; width: number };
export type PagePicture = {
  width: number;
  height: number;
  /** From the upper left. */
  at: (x: number, y: number) => Dot;
  /** From the lower left, as PDFs have it. */
  words: Word[];
};

function openPdf(bytes: Uint8Array) {
  return getDocument({ data: new Uint8Array(bytes), disableFontFace: true, verbosity: 0 }).promise;
}

export async function picturesOf(bytes: Uint8Array, scale = SCALE): Promise<PagePicture[]> {
  const document = await openPdf(bytes);
  const pictures: PagePicture[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    const context = canvas.getContext("2d");
    await page.render({
      canvas: null,
      canvasContext: context as unknown as CanvasRenderingContext2D,
      viewport,
      background: "white",
    }).promise;
    const { width, height } = canvas;
    const { data } = context.getImageData(0, 0, width, height);
    const { items } = await page.getTextContent();
    const words = items.flatMap((item) => {
      if (!("str" in item) || item.str.trim() === "") return [];
      const [, , , , x = 0, y = 0] = item.transform as number[];
      return [{ text: item.str, direction: item.dir, x, y, width: item.width }];
    });
    const at = (x: number, y: number) => {
      const first = (Math.round(y) * width + Math.round(x)) * 4;
      const [red = 0, green = 0, blue = 0] = data.subarray(first, first + 3);
      return { red, green, blue };
    };
    pictures.push({ width, height, at, words });
  }
  await document.loadingTask.destroy();
  return pictures;
}

/** The sides of what is not white, in dots from the upper left; above `bottom` alone. */
export function inkOf({ width, height, at }: PagePicture, bottom = height) {
  const sides = { left: width, right: 0, top: height, bottom: 0 };
  for (let y = 0; y < bottom; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isWhite(at(x, y))) continue;
      sides.left = Math.min(sides.left, x);
      sides.right = Math.max(sides.right, x);
      sides.top = Math.min(sides.top, y);
      sides.bottom = Math.max(sides.bottom, y);
    }
  }
  return sides;
}

export function isWhite({ red, green, blue }: Dot): boolean {
  return Math.min(red, green, blue) > 245;
}
