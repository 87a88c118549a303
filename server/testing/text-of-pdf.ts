/** What stands on the pages of a PDF that the portal has drawn: the letters of each page, in the order of drawing. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
} from "pdf-lib";

/** Glyph by its four digits. */
type Letters = Map<string, string>;

export async function textOfPdf(pdf: Uint8Array): Promise<string[]> {
  const drawn = await PDFDocument.load(pdf);
  return drawn.getPages().map(textOfPage);
}

function textOfPage({ node }: PDFPage): string {
  const contents = node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  const drawing = streams.map((each) => readStream(node.context.lookup(each))).join("\n");
  const fonts = node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
  let letters: Letters = new Map();
  let text = "";
  for (const [, font, glyphs] of drawing.matchAll(/\/(\w+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font !== undefined) letters = lettersOf(fonts?.lookup(PDFName.of(font), PDFDict));
    else text += `${readGlyphs(glyphs ?? "", letters)}\n`;
  }
  return text;
}

function readGlyphs(glyphs: string, letters: Letters): string {
  const numbers = [...glyphs.matchAll(/<(\w+)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g));
  return numbers.map((number) => letters.get(number ?? "") ?? "").join("");
}

/** A font that is cut down to what is used says itself which letter a glyph stands for. */
function lettersOf(font: PDFDict | undefined): Letters {
  const table = readStream(font?.lookup(PDFName.of("ToUnicode")));
  const letters: Letters = new Map();
  for (const [, first = "", list = ""] of table.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/gs)) {
    for (const [index, [, hex = ""]] of [...list.matchAll(/<(\w*)>/g)].entries())
      letters.set(
        (Number.parseInt(first, 16) + index).toString(16).padStart(4, "0"),
        Buffer.from(hex, "hex").swap16().toString("utf16le"),
      );
  }
  return letters;
}

function readStream(stream: unknown): string {
  return stream instanceof PDFRawStream
    ? Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1")
    : "";
}
