import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { pdfOf } from "./pages-pdf.ts";

/** So much of a JPEG as a PDF needs to know: its beginning, its measures, its end. */
function jpegOf(width: number, height: number): Blob {
  const measure = (size: number) => [size >> 8, size & 255];
  const frame = [0xff, 0xc0, 0, 11, 8, ...measure(height), ...measure(width), 1, 1, 0x11, 0];
  return new Blob([new Uint8Array([0xff, 0xd8, ...frame, 0xff, 0xd9])], { type: "image/jpeg" });
}

it(
  "puts each page on A4, upright or across as it is, in their order",
  { tags: ["W-PHO-005..006"] },
  async () => {
    const pdf = await pdfOf([jpegOf(3000, 2250), jpegOf(2250, 3000)]);
    expect(pdf.type).toBe("application/pdf");
    const sheets = (await PDFDocument.load(await pdf.arrayBuffer())).getPages();
    expect(sheets.map((sheet) => Math.round(sheet.getWidth()))).toEqual([842, 595]);
    expect(sheets.map((sheet) => Math.round(sheet.getHeight()))).toEqual([595, 842]);
  },
);
