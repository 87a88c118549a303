/** The first pages of a PDF as pictures in grey: certified copies have a cover sheet before the passport. */
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { GreyPicture } from "./grey-picture.ts";

const MOST_PAGES = 3;
const DOTS_PER_POINT = 300 / 72;
const LONGEST_SIDE = 4000;

export class UnreadablePdf extends Error {
  readonly problem: "locked" | "damaged";
  constructor(problem: "locked" | "damaged") {
    super(`The PDF is ${problem}.`);
    this.problem = problem;
  }
}

/** One after the other, so that the first with a band is the last that was drawn. */
export async function* drawPdfPages(bytes: Uint8Array): AsyncGenerator<GreyPicture> {
  const pdf = await open(bytes);
  try {
    for (let page = 1; page <= Math.min(MOST_PAGES, pdf.numPages); page += 1) {
      yield await draw(pdf, page);
    }
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  try {
    return await getDocument({
      // It keeps what it is given, and may hand it to another thread.
      data: new Uint8Array(bytes),
      useSystemFonts: false,
      disableFontFace: true,
      enableXfa: false,
      standardFontDataUrl: `${folder}/standard_fonts/`,
      cMapUrl: `${folder}/cmaps/`,
      wasmUrl: `${folder}/wasm/`,
      iccUrl: `${folder}/iccs/`,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
  } catch (error) {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new UnreadablePdf(isLocked ? "locked" : "damaged");
  }
}

async function draw(pdf: PDFDocumentProxy, number: number): Promise<GreyPicture> {
  const page = await pdf.getPage(number).catch(() => {
    throw new UnreadablePdf("damaged");
  });
  const plain = page.getViewport({ scale: 1 });
  const scale = Math.min(DOTS_PER_POINT, LONGEST_SIDE / Math.max(plain.width, plain.height));
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  await page.render({
    canvas: null,
    canvasContext: context as unknown as CanvasRenderingContext2D,
    viewport,
    background: "white",
  }).promise;
  const { data } = context.getImageData(0, 0, width, height);
  page.cleanup();
  return { width, height, pixels: greyOf(data) };
}

function greyOf(data: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(data.length / 4);
  for (let pixel = 0; pixel < grey.length; pixel += 1) {
    const at = pixel * 4;
    grey[pixel] = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
  }
  return grey;
}
