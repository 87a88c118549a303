/** Numbers and plain words in the foot of pages, in the typeface of the papers. */
import { PDFName, type PDFRef } from "@cantoo/pdf-lib";
import { plainFont } from "#server/files/papers/fonts.ts";
import type { PdfOutput } from "./pdf-output.ts";

const FIRST = 32;
const LAST = 126;
const NON_SYMBOLIC = 32;

export type StampFont = { ref: PDFRef; widthOf: (text: string, size: number) => number };

export async function embedStampFont({ context }: PdfOutput): Promise<StampFont> {
  const { file, widthOf } = await plainFont();
  const widths = Array.from({ length: LAST - FIRST + 1 }, (_, index) =>
    widthOf(String.fromCodePoint(FIRST + index)),
  );
  const program = context.register(context.flateStream(file, { Length1: file.length }));
  const descriptor = context.obj({
    Type: "FontDescriptor",
    FontName: "IBMPlexSans",
    Flags: NON_SYMBOLIC,
    FontBBox: [-200, -300, 1200, 1100],
    ItalicAngle: 0,
    Ascent: 1025,
    Descent: -275,
    CapHeight: 698,
    StemV: 80,
  });
  descriptor.set(PDFName.of("FontFile2"), program);
  const font = context.obj({
    Type: "Font",
    Subtype: "TrueType",
    BaseFont: "IBMPlexSans",
    Encoding: "WinAnsiEncoding",
    FirstChar: FIRST,
    LastChar: LAST,
    Widths: widths,
  });
  font.set(PDFName.of("FontDescriptor"), context.register(descriptor));
  return {
    ref: context.register(font),
    widthOf: (text, size) =>
      (Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0) * size) / 1000,
  };
}
