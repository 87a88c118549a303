/** Makes one PDF file of a dossier: front matter or the page that opens a further part, then paper after paper. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { PDFHexString, PDFName, type PDFRef, PDFString } from "@cantoo/pdf-lib";
import { drawFrontMatter, drawOpening, drawStrips, indexLineBox, STRIP } from "./front-matter.ts";
import { addBookmark, type Bookmark, writeOutline } from "./outline.ts";
import {
  operands,
  placePage,
  placePicture,
  type Sheet,
  STAMP_BASE,
  STAMP_SIDE,
} from "./page-place.ts";
import { PaperFailed } from "./paper-failed.ts";
import type { FrontSheet, PaperOrder, PartOrder } from "./part-order.ts";
import { PdfOutput, type Write } from "./pdf-output.ts";
import { drawPicture } from "./picture.ts";
import { type DrawnPage, openSource, pageDrawer } from "./source-pdf.ts";
import { embedStampFont, type StampFont } from "./stamp-font.ts";

const STAMP_SIZE = 8;
const PAGES_TOLD = 10;
const PROGRAM = "Case Management Portal";

export type PartWork = {
  order: PartOrder;
  /** The bytes of the papers, in their order. */
  read: (bytes: number) => Promise<Uint8Array>;
  write: Write;
  /** So many pages of this part stand. */
  tell: (pages: number) => void;
};

type Drawing = {
  output: PdfOutput;
  order: PartOrder;
  font: StampFont;
  strips: { left: PDFRef; middle: PDFRef[] };
  tree: PDFRef;
  pages: PDFRef[];
};
type PageToAdd = {
  sheet: Sheet;
  operators: string;
  drawn: Record<string, PDFRef>;
  /** Index of the strip in the middle of its foot; null for none. */
  strip: number | null;
  links?: PDFRef[];
};

export async function buildPart({ order, read, write, tell }: PartWork): Promise<void> {
  const output = new PdfOutput(write);
  const drawing: Drawing = {
    output,
    order,
    font: await embedStampFont(output),
    strips: await addStrips(output, order),
    tree: output.context.nextRef(),
    pages: [],
  };
  const bookmarks: Bookmark[] = [];
  if (order.front) bookmarks.push(await addFront(drawing, order.front));
  else if (order.opening !== null) await addDrawn(drawing, await drawOpening(order.opening));
  await output.flush();
  tell(drawing.pages.length);
  const ofPart: Bookmark = {
    title: order.parts === 1 ? "Papers" : `Part ${order.part} of ${order.parts}`,
    page: drawing.pages.length,
    children: [],
  };
  const told = async () => {
    tell(drawing.pages.length);
    // What is told leaves only between two pieces of work.
    await nextTurn();
  };
  for (const [index, paper] of order.papers.entries()) {
    const first = drawing.pages.length;
    await addPaper(drawing, { paper, index, bytes: await read(paper.bytes), told });
    await output.flush();
    addBookmark(ofPart, paper, first);
    tell(drawing.pages.length);
  }
  await end(drawing, [...bookmarks, ofPart]);
}

async function addStrips(output: PdfOutput, order: PartOrder): Promise<Drawing["strips"]> {
  const labels = order.papers.map(({ no, label }) => `${no} · ${label}`);
  const source = await openSource(await drawStrips(order.caseCode, labels));
  const draw = pageDrawer(source, output.context);
  const [left, ...middle] = source.getPages().map((page) => draw(page).content);
  if (!left) throw new Error("No stamp was drawn");
  return { left, middle };
}

async function addFront(drawing: Drawing, front: FrontSheet): Promise<Bookmark> {
  const indexAt = 1 + front.whatIsNew.length;
  const toFollowAt = indexAt + front.index.length;
  // Pages are written before those that they lead to: where they will stand is known already.
  const later = await addDrawn(drawing, await drawFrontMatter(front), (number) =>
    linksOf(drawing, front, number - indexAt),
  );
  const child = (title: string, page: number, isThere: boolean) =>
    isThere ? [{ title, page, children: [] }] : [];
  return {
    title: "Front matter",
    page: later,
    children: [
      ...child("Cover", 0, true),
      ...child("What is new", 1, front.whatIsNew.length > 0),
      ...child("Index", indexAt, true),
      ...child("To follow", toFollowAt, front.toFollow.length > 0),
    ],
  };
}

/** A line of the index leads to its paper, in this file or in that of another part. */
function linksOf({ output, order }: Drawing, front: FrontSheet, indexPage: number): PDFRef[] {
  const { context } = output;
  return (front.index[indexPage] ?? []).flatMap((line, index) => {
    if ("section" in line || line.at === null) return [];
    const { part, pageInPart } = line.at;
    const { left, bottom, right, top } = indexLineBox(index);
    const link = context.obj({
      Type: "Annot",
      Subtype: "Link",
      Rect: [left, bottom, right, top],
      Border: [0, 0, 0],
      F: 4,
    });
    const action = context.obj({
      S: part === order.part ? "GoTo" : "GoToR",
      D: [pageInPart, "Fit"],
    });
    if (part === order.part) action.set(PDFName.of("D"), PDFString.of(nameOfPage(pageInPart)));
    else action.set(PDFName.of("F"), PDFString.of(front.fileNames[part - 1] ?? ""));
    link.set(PDFName.of("A"), action);
    return [context.register(link)];
  });
}

/** Pages that react-pdf has drawn, as they are. */
async function addDrawn(
  drawing: Drawing,
  pdf: Uint8Array,
  linksFor: (page: number) => PDFRef[] = () => [],
): Promise<number> {
  const first = drawing.pages.length;
  const source = await openSource(pdf);
  const draw = pageDrawer(source, drawing.output.context);
  for (const [index, page] of source.getPages().entries()) {
    const { content, box } = draw(page);
    const sheet = { width: box.right, height: box.top };
    const operators = "q /S Do Q";
    addPage(drawing, {
      sheet,
      operators,
      drawn: { S: content },
      strip: null,
      links: linksFor(index),
    });
  }
  return first;
}

type PaperToAdd = {
  paper: PaperOrder;
  index: number;
  bytes: Uint8Array;
  /** In a paper of many pages, too. */
  told: () => Promise<void>;
};

async function addPaper(drawing: Drawing, added: PaperToAdd): Promise<void> {
  const { paper, index, bytes, told } = added;
  try {
    if (paper.format === "picture") {
      await addPicture(drawing, bytes, index);
      return;
    }
    const source = await openSource(bytes);
    const pages = source.getPages();
    if (pages.length !== paper.pages) throw new Error("Its number of pages has changed");
    const draw = pageDrawer(source, drawing.output.context);
    for (const [at, page] of pages.entries()) {
      addSourcePage(drawing, draw(page), index);
      if (at % PAGES_TOLD === PAGES_TOLD - 1) await told();
    }
  } catch (error) {
    throw new PaperFailed(paper.no, error);
  }
}

function addSourcePage(drawing: Drawing, page: DrawnPage, strip: number): void {
  const { box, rotation, content, marks } = page;
  const { sheet, matrix } = placePage(box, rotation);
  const [width, height] = [box.right - box.left, box.top - box.bottom];
  const drawnMarks = marks.map(({ place }, index) => `q ${place} cm /A${index} Do Q`);
  const operators = [
    `q ${operands(matrix)} cm`,
    `${box.left} ${box.bottom} ${width} ${height} re W n`,
    "q /S Do Q",
    ...drawnMarks,
    "Q",
  ].join("\n");
  const drawn = Object.fromEntries(marks.map(({ appearance }, index) => [`A${index}`, appearance]));
  addPage(drawing, { sheet, operators, drawn: { S: content, ...drawn }, strip });
}

async function addPicture(drawing: Drawing, bytes: Uint8Array, strip: number): Promise<void> {
  const { jpeg, width, height } = await drawPicture(bytes);
  const { context } = drawing.output;
  const image = context.stream(jpeg, {
    Type: "XObject",
    Subtype: "Image",
    Width: width,
    Height: height,
    ColorSpace: "DeviceRGB",
    BitsPerComponent: 8,
    Filter: "DCTDecode",
  });
  const { sheet, matrix } = placePicture({ width, height });
  const operators = `q ${operands(matrix)} cm /S Do Q`;
  addPage(drawing, { sheet, operators, drawn: { S: context.register(image) }, strip });
}

function addPage(
  drawing: Drawing,
  { sheet, operators, drawn, strip, links = [] }: PageToAdd,
): void {
  const { output, order, font, strips, tree, pages } = drawing;
  const { context } = output;
  const middle = strip === null ? undefined : strips.middle[strip];
  const number = `Page ${order.firstPage + pages.length} of ${order.totalPages}`;
  const numberAt = sheet.width - STAMP_SIDE - font.widthOf(number, STAMP_SIZE);
  const stamp = [
    // The strips hang below their upper edge: two points of their twelve are under the letters.
    `q 1 0 0 1 ${STAMP_SIDE.toFixed(2)} ${(STAMP_BASE - 3.5).toFixed(2)} cm /L Do Q`,
    ...(middle
      ? [
          `q 1 0 0 1 ${((sheet.width - STRIP.middle) / 2).toFixed(2)} ${(STAMP_BASE - 3.5).toFixed(2)} cm /M Do Q`,
        ]
      : []),
    `BT /F ${STAMP_SIZE} Tf 0.09 0.129 0.149 rg ${numberAt.toFixed(2)} ${STAMP_BASE.toFixed(2)} Td (${number}) Tj ET`,
  ].join("\n");
  const objects = context.obj({ ...drawn, L: strips.left, ...(middle && { M: middle }) });
  const resources = context.obj({ XObject: objects, Font: context.obj({ F: font.ref }) });
  const page = context.obj({
    Type: "Page",
    MediaBox: [0, 0, sheet.width, sheet.height],
    Resources: resources,
    Contents: context.register(context.flateStream(`${operators}\n${stamp}`)),
    ...(links.length > 0 && { Annots: links }),
  });
  page.set(PDFName.of("Parent"), tree);
  pages.push(context.register(page));
}

async function end({ output, order, tree, pages }: Drawing, bookmarks: Bookmark[]): Promise<void> {
  const { context } = output;
  context.assign(tree, context.obj({ Type: "Pages", Kids: pages, Count: pages.length }));
  const names = pages.flatMap((page, index) => [
    PDFString.of(nameOfPage(index)),
    context.obj([page, "Fit"]),
  ]);
  const root = context.obj({
    Type: "Catalog",
    Pages: tree,
    PageMode: "UseOutlines",
    Outlines: writeOutline(context, { bookmarks, pages }),
    // The numbers that stand in the foot.
    PageLabels: { Nums: [0, { S: "D", St: order.firstPage }] },
    Names: { Dests: { Names: names } },
    ViewerPreferences: { DisplayDocTitle: true },
  });
  root.set(PDFName.of("Lang"), PDFString.of("en"));
  const at = PDFString.fromDate(new Date(order.requestedAt));
  const info = context.obj({});
  info.set(PDFName.of("Title"), PDFHexString.fromText(order.title));
  info.set(PDFName.of("Author"), PDFHexString.fromText(order.bureauName));
  info.set(PDFName.of("Creator"), PDFString.of(PROGRAM));
  info.set(PDFName.of("Producer"), PDFString.of(PROGRAM));
  info.set(PDFName.of("CreationDate"), at);
  info.set(PDFName.of("ModDate"), at);
  await output.end({ root: context.register(root), info: context.register(info), id: order.id });
}

/** Sorted as texts, as a tree of names has to be. */
function nameOfPage(index: number): string {
  return `page${String(index).padStart(5, "0")}`;
}
