/** Pages of a source as drawings: what is on the paper comes along, and nothing that acts (W-DOS-023, 024). */
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFObjectCopier,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from "@cantoo/pdf-lib";
import { type Box, type Matrix, operands, placeAppearance } from "./page-place.ts";

/** Something to draw with, and how: operators in the coordinates of the page. */
export type DrawnPage = {
  box: Box;
  rotation: number;
  content: PDFRef;
  marks: { appearance: PDFRef; place: string }[];
};

const HIDDEN = 2;
const NO_VIEW = 32;
/** No paper: they open, play or lead somewhere. */
const notDrawn = new Set(["Link", "Popup", "Movie", "Screen", "Sound", "RichMedia", "3D"]);
const acting = new Set(["JavaScript", "Launch", "ImportData", "SubmitForm", "GoToR", "GoToE"]);

export async function openSource(bytes: Uint8Array): Promise<PDFDocument> {
  const source = await PDFDocument.load(bytes, {
    password: "",
    updateMetadata: false,
    throwOnInvalidObject: false,
    parseSpeed: Infinity,
  });
  await writeFieldAppearances(source);
  silence(source.context);
  return source;
}

/** A form whose fields have no appearance of their own is written as a reader would write it. */
async function writeFieldAppearances(source: PDFDocument): Promise<void> {
  if (!source.catalog.has(PDFName.of("AcroForm"))) return;
  const form = source.getForm();
  const font = form.getDefaultFont();
  for (const field of form.getFields()) {
    try {
      if (field.needsAppearancesUpdate()) field.defaultUpdateAppearances(font);
    } catch {
      // A value in letters of no built-in font: its field keeps the appearance it came with.
    }
  }
  await source.flush();
}

/** Scripts, launches and attached files are taken out before anything is copied. */
function silence(context: PDFContext): void {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    const action = nameOf(dict.get(PDFName.of("S")));
    const type = nameOf(dict.get(PDFName.of("Type")));
    const isFile = type === "Filespec" || type === "EmbeddedFile" || dict.has(PDFName.of("EF"));
    if (isFile || acting.has(action)) context.assign(ref, PDFNull);
  }
}

/** One for each source: what several pages share is copied once. */
export function pageDrawer(source: PDFDocument, target: PDFContext) {
  const copier = PDFObjectCopier.for(source.context, target);
  return (page: PDFPage): DrawnPage => {
    const box = cropOf(page);
    const resources = page.node.Resources();
    const content = target.register(
      target.flateStream(contentOf(page), {
        Type: "XObject",
        Subtype: "Form",
        FormType: 1,
        BBox: [box.left, box.bottom, box.right, box.top],
        Resources: resources ? copier.copy(resources) : {},
      }),
    );
    return { box, rotation: page.getRotation().angle, content, marks: marksOf(page, copier) };
  };
}

function contentOf({ node }: PDFPage): Uint8Array {
  const contents = node.Contents();
  if (!contents) return new Uint8Array();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return Buffer.concat(
    streams.flatMap((each) => {
      const stream = node.context.lookup(each);
      if (stream instanceof PDFRawStream)
        return [decodePDFRawStream(stream).decode(), Buffer.from("\n")];
      if (stream instanceof PDFStream) return [stream.getContents(), Buffer.from("\n")];
      return [];
    }),
  );
}

/** What is seen of the page: never more than there is. */
function cropOf(page: PDFPage): Box {
  const media = sidesOf(page.getMediaBox());
  const crop = sidesOf(page.getCropBox());
  const cut = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  return cut.right > cut.left && cut.top > cut.bottom ? cut : media;
}

function sidesOf(box: { x: number; y: number; width: number; height: number }): Box {
  return normal([box.x, box.y, box.x + box.width, box.y + box.height]);
}

function normal([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): Box {
  return {
    left: Math.min(x0, x1),
    bottom: Math.min(y0, y1),
    right: Math.max(x0, x1),
    top: Math.max(y0, y1),
  };
}

function marksOf({ node }: PDFPage, copier: PDFObjectCopier): DrawnPage["marks"] {
  const annotations = node.Annots()?.asArray() ?? [];
  return annotations.flatMap((each) => {
    const annotation = node.context.lookup(each);
    if (!(annotation instanceof PDFDict) || isUnseen(annotation)) return [];
    const found = appearanceOf(node.context, annotation);
    const rect = numbersOf(annotation.lookup(PDFName.of("Rect")));
    const stream = found && node.context.lookup(found);
    if (!found || !(stream instanceof PDFStream) || rect.length !== 4) return [];
    const box = numbersOf(stream.dict.lookup(PDFName.of("BBox")));
    const matrix = numbersOf(stream.dict.lookup(PDFName.of("Matrix")));
    if (box.length !== 4) return [];
    const place = placeAppearance(normal(rect), {
      box: normal(box),
      matrix: matrix.length === 6 ? (matrix as Matrix) : [1, 0, 0, 1, 0, 0],
    });
    const appearance = copier.copy(found);
    return appearance instanceof PDFRef ? [{ appearance, place: operands(place) }] : [];
  });
}

function isUnseen(annotation: PDFDict): boolean {
  const flags = annotation.lookup(PDFName.of("F"));
  const shown = flags instanceof PDFNumber ? flags.asNumber() : 0;
  const subtype = nameOf(annotation.lookup(PDFName.of("Subtype")));
  return (shown & (HIDDEN | NO_VIEW)) !== 0 || notDrawn.has(subtype);
}

/** The one in sight: a box that is ticked has two. */
function appearanceOf(context: PDFContext, annotation: PDFDict): PDFRef | null {
  const all = annotation.lookup(PDFName.of("AP"));
  if (!(all instanceof PDFDict)) return null;
  const usual = all.get(PDFName.of("N"));
  const states = context.lookup(usual);
  if (states instanceof PDFStream) return usual instanceof PDFRef ? usual : null;
  const state = annotation.lookup(PDFName.of("AS"));
  if (!(states instanceof PDFDict) || !(state instanceof PDFName)) return null;
  const ofState = states.get(state);
  return ofState instanceof PDFRef ? ofState : null;
}

function numbersOf(object: PDFObject | undefined): number[] {
  if (!(object instanceof PDFArray)) return [];
  return object.asArray().flatMap((_each, index) => {
    const number = object.lookup(index);
    return number instanceof PDFNumber ? [number.asNumber()] : [];
  });
}

function nameOf(object: PDFObject | undefined): string {
  return object instanceof PDFName ? object.decodeText() : "";
}
